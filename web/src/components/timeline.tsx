import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

export interface TimelineStep {
  /** Tells steps of one title apart. */
  id?: string;
  title: string;
  /** When and by whom, or what it waits for. */
  detail?: ReactNode;
  /** `stopped` where it was cancelled or rejected. */
  state: "done" | "now" | "next" | "stopped";
}

const dots = {
  done: "bg-leaf text-card",
  now: "bg-spark text-on-spark",
  next: "ring-2 ring-inset ring-line text-ink-3",
  stopped: "bg-danger-soft text-danger",
};
const stateLabels = { done: "Done", now: "Now", next: "Still to come", stopped: "Ended" };

/** What has happened, what happens now and what is to come, from top to bottom. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li
          key={step.id ?? step.title}
          aria-current={step.state === "now" ? "step" : undefined}
          className="grid grid-cols-[1.75rem_1fr] gap-3"
        >
          <div className="grid grid-rows-[auto_1fr] justify-items-center">
            <span
              aria-hidden="true"
              className={cx(
                "grid size-7 place-items-center rounded-full text-small font-extrabold",
                dots[step.state],
              )}
            >
              {step.state === "done" && <Check className="size-4" strokeWidth={3} />}
              {step.state === "stopped" && <X className="size-4" strokeWidth={3} />}
              {step.state === "now" && <span className="size-2.5 rounded-full bg-current" />}
              {step.state === "next" && index + 1}
            </span>
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="my-1 min-h-6 w-0.5 bg-line" />
            )}
          </div>
          <div className="pb-4">
            <span className="sr-only">{stateLabels[step.state]}: </span>
            <span className={cx("font-bold", step.state === "next" && "text-ink-2")}>
              {step.title}
            </span>
            {step.detail && <div className="text-small text-ink-2">{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
