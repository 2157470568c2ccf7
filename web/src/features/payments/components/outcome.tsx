import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { PageTitle } from "@/components/page-header";
import { cx } from "@/lib/cx";

const STEPS = ["Register", "Verify", "Complete"] as const;

interface OutcomeProps {
  title: string;
  /** Whether the last step is done. */
  done: boolean;
  /** Links to the next steps. */
  actions: ReactNode;
  children: ReactNode;
}

/** The end of the set-up at Stripe, with a tracker of its three steps. */
export function Outcome({ title, done, actions, children }: OutcomeProps) {
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center justify-items-center gap-5 px-5 py-12 text-center">
      <PageTitle>{title}</PageTitle>
      <h1 tabIndex={-1} className="text-display">
        {title}
      </h1>
      <ol className="flex w-full max-w-sm justify-between gap-2">
        {STEPS.map((step, place) => {
          const passed = done || place < STEPS.length - 1;
          const Icon = passed ? Check : X;
          return (
            <li key={step} className="grid flex-1 justify-items-center gap-1.5 font-semibold">
              <span
                className={cx(
                  "grid size-11 place-items-center rounded-full",
                  passed ? "bg-leaf-soft text-leaf" : "bg-danger-soft text-danger",
                )}
              >
                <Icon aria-hidden="true" className="size-5" />
              </span>
              {step}
              <span className="sr-only">{passed ? ": done" : ": failed"}</span>
            </li>
          );
        })}
      </ol>
      <p className="text-lead text-ink-2">{children}</p>
      <div className="flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  );
}
