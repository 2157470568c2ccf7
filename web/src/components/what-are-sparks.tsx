import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { useSite } from "@/lib/site";
import { SPARKS } from "@/lib/words";
import { ButtonLink } from "./button";
import { Dialog } from "./overlay";

interface WhatAreSparksProps {
  /** Shows the question as text, where there is space. */
  spelled?: boolean;
  className?: string;
}

/** A question beside the sign of sparks, answered when pressed; hidden without prices. */
export function WhatAreSparks({ spelled, className }: WhatAreSparksProps) {
  const mode = useSite().data?.mode;
  const [open, setOpen] = useState(false);
  if (!mode || mode === "gift") return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={spelled ? undefined : "What are sparks?"}
        onClick={() => setOpen(true)}
        className={cx(
          "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full font-semibold text-spark-deep hover:bg-spark-soft",
          spelled && "text-small underline underline-offset-3",
          className,
        )}
      >
        <CircleHelp aria-hidden="true" className="size-5 shrink-0" />
        {spelled && "What are sparks?"}
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What are sparks?"
        description={`${SPARKS.what} ${SPARKS.earn} ${SPARKS.gift}`}
      >
        <p className="text-ink-2">
          {mode === "cash+tokens" && `${SPARKS.worth} `}
          {SPARKS.limits}
        </p>
        <ButtonLink to="/help#your-wallet" variant="quiet" block>
          More about your wallet
        </ButtonLink>
      </Dialog>
    </>
  );
}
