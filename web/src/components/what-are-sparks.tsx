import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { useSite } from "@/lib/site";
import { ButtonLink } from "./button";
import { Dialog } from "./overlay";

interface WhatAreSparksProps {
  /** Writes the question out, where there is room. */
  spelled?: boolean;
  className?: string;
}

/** A question beside the sign of sparks, and its answer when it is pressed; nothing where nothing has a price. */
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
        description="Sparks are how neighbours here pay each other without money. You earn them by helping somebody, and spend them with anyone in this community."
      >
        <p className="text-ink-2">
          {mode === "cash+tokens" && "A price in sparks is half the price in pounds. "}
          Sparks can't be bought, sold or turned into pounds.
        </p>
        <ButtonLink to="/help#your-wallet" variant="quiet" block>
          More about your wallet
        </ButtonLink>
      </Dialog>
    </>
  );
}
