import { FlaskConical } from "lucide-react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { messageOf } from "@/lib/api";
import { useSandboxCard } from "../api/use-booking-payment";

interface SandboxCardProps {
  clientSecret: string;
  outcome: string;
  onCancel: () => void;
}

/** The fake card of a sample community, for a booking. */
export function SandboxCard({ clientSecret, outcome, onCancel }: SandboxCardProps) {
  const navigate = useNavigate();
  const card = useSandboxCard(clientSecret, () => navigate(outcome, { replace: true }));
  const declined =
    card.data === "decline" ? "Your card was declined. Nothing was taken." : undefined;
  return (
    <>
      <p className="flex items-start gap-3 rounded-m bg-plum-soft p-4 text-plum">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="block">This is a demo: no real money moves</strong>
          Choose whether the test card pays or is declined.
        </span>
      </p>
      <FormMessage>{card.error ? messageOf(card.error) : declined}</FormMessage>
      <div className="grid gap-3">
        <Button
          variant="spark"
          block
          busy={card.isPending && card.variables === "succeed"}
          busyLabel="Paying…"
          onClick={() => card.mutate("succeed")}
        >
          Pay
        </Button>
        <Button
          variant="quiet"
          block
          disabled={card.isPending}
          onClick={() => card.mutate("decline")}
        >
          Decline the card
        </Button>
        <Button variant="quiet" block disabled={card.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
