import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { formPlaceholder } from "@/components/stripe-form";
import { client, messageOf } from "@/lib/api";
import { useKeptCards } from "../api/use-kept-cards";
import { KeptCards } from "./kept-cards";

interface SandboxCardProps {
  clientSecret: string;
  /** Error without words of the server's. */
  failed?: string;
  /** Called when the card has paid; the button is busy until it resolves. */
  onPaid: () => unknown;
  onCancel: () => void;
}

/** The fake card of a sample community, labelled as such; kept cards are as fake. */
export function SandboxCard({ clientSecret, failed, onPaid, onCancel }: SandboxCardProps) {
  const kept = useKeptCards();
  const card = useMutation({
    mutationFn: async (outcome: "succeed" | "decline") => {
      await kept.use(clientSecret);
      await client.POST("/api/wallet/sandbox/pay", {
        params: { header: { "Idempotency-Key": `${outcome} ${clientSecret}` } },
        body: { clientSecret, outcome },
      });
      if (outcome === "succeed") await onPaid();
      return outcome;
    },
  });
  if (kept.isPending) return formPlaceholder;
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
      <KeptCards kept={kept} disabled={card.isPending} onChoose={card.reset} />
      <FormMessage>{card.error ? messageOf(card.error, failed) : declined}</FormMessage>
      <div className="grid gap-3">
        <Button
          variant="spark"
          block
          busy={card.isPending && card.variables === "succeed"}
          busyLabel="Paying…"
          disabled={card.isPending}
          onClick={() => card.mutate("succeed")}
        >
          Pay
        </Button>
        <Button
          variant="quiet"
          block
          busy={card.isPending && card.variables === "decline"}
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
