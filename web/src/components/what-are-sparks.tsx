import { Popover } from "@base-ui/react/popover";
import { CircleHelp } from "lucide-react";
import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { useSite } from "@/lib/site";

interface WhatAreSparksProps {
  /** Writes the question out, where there is room. */
  spelled?: boolean;
  className?: string;
}

/** A question beside the sign of sparks, and its answer when it is pressed; nothing where nothing has a price. */
export function WhatAreSparks({ spelled, className }: WhatAreSparksProps) {
  const mode = useSite().data?.mode;
  if (!mode || mode === "gift") return null;
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={spelled ? undefined : "What are sparks?"}
        className={cx(
          "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full font-semibold text-spark-deep hover:bg-spark-soft",
          spelled && "justify-start! text-small underline underline-offset-3",
          className,
        )}
      >
        <CircleHelp aria-hidden="true" className="size-5 shrink-0" />
        {spelled && "What are sparks?"}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} collisionPadding={12} className="z-60">
          <Popover.Popup className="grid w-[min(20rem,calc(100vw-1.5rem))] animate-rise gap-2 rounded-m bg-card p-4 text-ink shadow-raised ring-1 ring-line">
            <Popover.Title className="text-title">What are sparks?</Popover.Title>
            <Popover.Description>
              Sparks are how neighbours here pay each other without money. You earn them by helping
              somebody, and spend them with anyone in this community.
            </Popover.Description>
            <p className="text-small text-ink-2">
              {mode === "cash+tokens" && "A price in sparks is half the price in pounds. "}
              Sparks can't be bought, sold or turned into pounds.
            </p>
            <Link
              to="/help#your-wallet"
              className="inline-flex min-h-11 items-center font-semibold text-leaf hover:underline"
            >
              More about your wallet
            </Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
