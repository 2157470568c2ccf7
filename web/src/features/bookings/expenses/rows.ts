import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";

type Expense = Schemas["Expense"];

/** An expense as typed. */
export interface ExpenseRow {
  kind: Expense["kind"];
  note: string;
  /** In pounds. */
  amount: string;
  /** Only helps to find the amount. */
  miles: string;
}

/** Pence a mile, the rate at which drivers of their own car pay no tax. */
const PENCE_A_MILE = 45;

export const emptyRow: ExpenseRow = { kind: "materials", note: "", amount: "", miles: "" };

/** Returns the rows to begin with: what was asked for, or an empty one. */
export function rowsOf(expenses: Booking["expenses"]): ExpenseRow[] {
  if (!expenses) return [emptyRow];
  return expenses.items.map(({ kind, note, amount }) => ({
    kind,
    note,
    amount: amount.toFixed(2),
    miles: "",
  }));
}

/** Returns the amount for some miles, such as `5.40` for 12; undefined if it is no number. */
export function milesAmount(miles: string): string | undefined {
  const number = Number(miles);
  if (!miles.trim() || !Number.isFinite(number) || number <= 0) return undefined;
  return (Math.round(number * PENCE_A_MILE) / 100).toFixed(2);
}

/** Returns the expenses for the API call; an amount that is no number is 0, which is refused. */
export function sentItems(rows: readonly ExpenseRow[]): Expense[] {
  return rows.map(({ kind, note, amount }) => ({
    kind,
    note: note.trim(),
    amount: pounds(amount),
  }));
}

/** Returns the sum in pounds. */
export function sumOf(rows: readonly ExpenseRow[]): number {
  return rows.reduce((sum, row) => sum + Math.round(pounds(row.amount) * 100), 0) / 100;
}

function pounds(text: string): number {
  const number = Number(text.replace("£", "").trim());
  return Number.isFinite(number) ? number : 0;
}
