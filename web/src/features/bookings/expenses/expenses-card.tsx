import { Receipt } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { ApiError, messageOf, type Schemas } from "@/lib/api";
import { formatMoney, formatWhenInSentence } from "@/lib/format";
import { useOwnId } from "../api/use-booking";
import type { Booking } from "../format";
import { runMutation } from "../skip-after-navigation";
import { AskDialog } from "./ask-dialog";
import { DeclineDialog } from "./decline-dialog";
import { useExpenses } from "./use-expenses";

type Expenses = NonNullable<Booking["expenses"]>;

const STATES: Record<Expenses["state"], string> = {
  asked: "Not answered yet",
  paid: "Paid, beside the price",
  declined: "Declined: nothing was paid",
  lapsed: "Not answered in time: nothing was paid",
};

/** Expenses of a booking, with the actions of its client or provider. */
export function ExpensesCard({ booking }: { booking: Booking }) {
  const [asking, setAsking] = useState(false);
  const mine = useOwnId() === booking.client.id;
  const { actions, expenses, expenses_cap: cap } = booking;
  const asks = actions.includes("ask_expenses");
  return (
    <section
      aria-label="Expenses"
      aria-live="polite"
      className="grid gap-2.5 rounded-s bg-sunk p-4"
    >
      <p className="flex gap-2 font-semibold">
        <Receipt aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="num">
          {expenses ? `Expenses: ${formatMoney(expenses.amount)}` : "Expenses"}
        </span>
      </p>
      {expenses ? (
        <Asked expenses={expenses} />
      ) : (
        <p className="text-small text-ink-2">
          {booking.client.firstname} agreed to pay up to {formatMoney(cap)} for expenses such as
          materials, beside the price.
        </p>
      )}
      {expenses && actions.includes("answer_expenses") && (
        <Answers booking={booking} expenses={expenses} />
      )}
      {!mine && expenses?.until && (
        <p className="text-small text-ink-2">
          {booking.client.firstname} has until {formatWhenInSentence(expenses.until)} to answer.
        </p>
      )}
      {asks && (
        <>
          <Button variant="quiet" block onClick={() => setAsking(true)}>
            {expenses ? "Correct expenses" : "Ask for expenses"}
          </Button>
          <AskDialog booking={booking} open={asking} onOpenChange={setAsking} />
        </>
      )}
    </section>
  );
}

function Asked({ expenses }: { expenses: Expenses }) {
  return (
    <>
      <ul className="grid gap-1 text-small">
        {expenses.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike, and none moves
          <li key={place} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">{item.note}</span>
            <span className="num">{formatMoney(item.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-2">{STATES[expenses.state]}.</p>
    </>
  );
}

interface AnswersProps {
  booking: Booking;
  expenses: Schemas["Expenses"];
}

/** Buttons of the client to pay or decline. */
function Answers({ booking, expenses }: AnswersProps) {
  const { confirm, params } = useExpenses(booking);
  const [declining, setDeclining] = useState(false);
  const { amount, at, until } = expenses;
  const isShort =
    confirm.error instanceof ApiError && confirm.error.code === "wallet.insufficient_funds";
  // The same payment after a lost response, also after a reload.
  const header = { "Idempotency-Key": `expenses ${booking.id} ${at}` };
  return (
    <>
      {until && (
        <p className="text-small text-ink-2">
          You have until {formatWhenInSentence(until)} to answer. Nothing is paid unless you say so.
        </p>
      )}
      <FormMessage>{confirm.error ? messageOf(confirm.error) : undefined}</FormMessage>
      {isShort && (
        <ButtonLink to="/fund" variant="quiet" block>
          Top up
        </ButtonLink>
      )}
      <Button
        block
        busy={confirm.isPending}
        onClick={() =>
          runMutation(confirm, { params: { ...params, header }, body: { amount } }, () =>
            toast.success(`${booking.provider.firstname} has the ${formatMoney(amount)}`),
          )
        }
      >
        Pay {formatMoney(amount)}
      </Button>
      <Button variant="quiet" block disabled={confirm.isPending} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      <DeclineDialog booking={booking} open={declining} onOpenChange={setDeclining} />
    </>
  );
}
