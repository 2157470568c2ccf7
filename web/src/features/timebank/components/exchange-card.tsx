import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ExchangeSummary } from "@/components/exchange-summary";
import { ReasonDialog } from "@/components/reason-dialog";
import type { Schemas } from "@/lib/api";
import { formatWhenInSentence } from "@/lib/format";
import { useAnswer } from "../api/use-answer";
import { OtherSide } from "./other-side";

type Exchange = Schemas["Exchange"];

/** An exchange with its status, and the answers that the person can give. */
export function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const helped = exchange.i_was === "giver";
  return (
    <Card className="grid gap-3">
      <ExchangeSummary
        exchange={exchange}
        heading="h2"
        direction={helped ? "You receive" : "You pay"}
        sides={
          <>
            {helped ? "You helped" : "Help from"} <OtherSide other={exchange.other} />
          </>
        }
      />
      {exchange.status === "waiting" && <Waiting exchange={exchange} />}
    </Card>
  );
}

/** What an exchange waits for, with the buttons of this side. */
function Waiting({ exchange }: { exchange: Exchange }) {
  const { confirm, object, withdraw } = useAnswer();
  const [objecting, setObjecting] = useState(false);
  const params = { path: { id: exchange.id } };
  return (
    <>
      <p className="text-small text-ink-2">{waitingText(exchange)}</p>
      <div className="flex flex-wrap justify-end gap-3">
        {exchange.i_wrote ? (
          <Button
            size="small"
            variant="quiet"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ params })}
          >
            Withdraw
          </Button>
        ) : (
          <>
            <Button size="small" variant="quiet" onClick={() => setObjecting(true)}>
              Object
            </Button>
            <Button
              size="small"
              busy={confirm.isPending}
              onClick={() => confirm.mutate({ params })}
            >
              Confirm
            </Button>
          </>
        )}
      </div>
      {objecting && (
        <ReasonDialog
          title={`Object to ${exchange.skill}?`}
          description="No sparks move. Your neighbour can write it down again as you both remember it."
          label="What is wrong?"
          hint="Your neighbour reads it."
          optional
          action="Object"
          busy={object.isPending}
          send={(reason) => object.mutateAsync({ params, body: { reason } })}
          onClose={() => setObjecting(false)}
        />
      )}
    </>
  );
}

function waitingText({ short, i_was, i_wrote, counts_at }: Exchange): string {
  if (short) {
    return i_was === "receiver"
      ? "You have fewer sparks than this. It counts once you have enough."
      : "Your neighbour has fewer sparks than this. It counts once they have enough.";
  }
  const when = counts_at ? ` it counts ${formatWhenInSentence(counts_at)}` : " it counts by itself";
  return i_wrote
    ? `Waits for your neighbour. Without an answer${when}.`
    : `Waits for you. Without an answer${when}.`;
}
