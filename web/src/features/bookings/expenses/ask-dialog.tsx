import { useState } from "react";
import { Button } from "@/components/button";
import { Form, FormMessage, Input, Select } from "@/components/form";
import { DialogActions } from "@/components/overlay/dialog-actions";
import { DialogShell } from "@/components/overlay/dialog-shell";
import { toast } from "@/components/toast";
import { ApiError, messageOf } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import type { Booking } from "../format";
import { runMutation } from "../skip-after-navigation";
import { type ExpenseRow, emptyRow, milesAmount, rowsOf, sentItems, sumOf } from "./rows";
import { useExpenses } from "./use-expenses";

const MAX_ROWS = 10;

export interface ExpensesDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog of the provider to ask for expenses, or to correct them. */
export function AskDialog({ booking, open, onOpenChange }: ExpensesDialogProps) {
  const { client, expenses_cap: cap } = booking;
  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      title={booking.expenses ? "Correct expenses" : "Ask for expenses"}
      description={`${client.firstname} agreed to pay up to ${formatMoney(cap)}. They are paid once ${client.firstname} confirms.`}
    >
      <AskForm booking={booking} onClose={() => onOpenChange(false)} />
    </DialogShell>
  );
}

function AskForm({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { ask, params } = useExpenses(booking);
  const [rows, setRows] = useState(() => rowsOf(booking.expenses));
  const fields = ask.error instanceof ApiError ? (ask.error.fields ?? {}) : {};
  const change = (place: number, changed: Partial<ExpenseRow>) =>
    setRows(rows.map((row, index) => (index === place ? { ...row, ...changed } : row)));
  const others = Object.keys(fields).filter((name) => name !== "items").length > 0;
  return (
    <Form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        runMutation(ask, { params, body: { items: sentItems(rows) } }, () => {
          toast.success(`${booking.client.firstname} is asked for the expenses`);
          onClose();
        });
      }}
    >
      {rows.map((row, place) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed at the end
          key={place}
          row={row}
          number={place + 1}
          note={fields[`items.${place}.note`]}
          amount={fields[`items.${place}.amount`]}
          onChange={(changed) => change(place, changed)}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {rows.length < MAX_ROWS && (
          <Button variant="quiet" size="small" onClick={() => setRows([...rows, emptyRow])}>
            Add another
          </Button>
        )}
        {rows.length > 1 && (
          <Button variant="quiet" size="small" onClick={() => setRows(rows.slice(0, -1))}>
            Remove the last
          </Button>
        )}
      </div>
      <p className="num font-semibold">Together {formatMoney(sumOf(rows))}</p>
      <FormMessage>
        {fields.items ?? (ask.error && !others ? messageOf(ask.error) : undefined)}
      </FormMessage>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button variant="spark" type="submit" busy={ask.isPending}>
          {booking.expenses ? "Send correction" : "Ask for expenses"}
        </Button>
      </DialogActions>
    </Form>
  );
}

interface RowProps {
  row: ExpenseRow;
  number: number;
  note: string | undefined;
  amount: string | undefined;
  onChange: (changed: Partial<ExpenseRow>) => void;
}

function Row({ row, number, note, amount, onChange }: RowProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Expense {number}</legend>
      <Select
        label="Kind"
        value={row.kind}
        onChange={(event) => onChange({ kind: event.target.value as ExpenseRow["kind"] })}
      >
        <option value="materials">Materials</option>
        <option value="mileage">Mileage</option>
        <option value="other">Other</option>
      </Select>
      {row.kind === "mileage" && (
        <Input
          label="Miles"
          hint="45p a mile: fills in the amount."
          optional
          inputMode="decimal"
          value={row.miles}
          onChange={(event) => {
            const miles = event.target.value;
            onChange({ miles, amount: milesAmount(miles) ?? row.amount });
          }}
        />
      )}
      <Input
        label="What was it?"
        required
        maxLength={120}
        value={row.note}
        error={note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
      <Input
        label="Amount"
        required
        prefix="£"
        inputMode="decimal"
        value={row.amount}
        error={amount}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
    </fieldset>
  );
}
