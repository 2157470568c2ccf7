import { Check, X } from "lucide-react";
import { cx } from "@/lib/cx";

export interface TimelineStep {
  /** Distinguishes steps with the same title. */
  id?: string;
  title: string;
  /** Says who did it, or what the step waits for. */
  detail?: string;
  /** Time, such as `Yesterday, 09:00`. */
  when?: string;
  /** Comment on the step, shown in quotation marks. */
  quote?: string | undefined;
  /** `stopped` if cancelled or rejected. */
  state: "done" | "now" | "next" | "stopped";
}

const dots = {
  done: "bg-leaf text-card",
  now: "bg-spark text-on-spark",
  next: "ring-2 ring-inset ring-line text-ink-3",
  stopped: "bg-danger-soft text-danger",
};
const stateLabels = { done: "Done", now: "Now", next: "Still to come", stopped: "Ended" };

/** Past, current and future steps, from top to bottom. */
export function Timeline({ steps, label }: { steps: TimelineStep[]; label?: string }) {
  return (
    <ol aria-label={label} className="grid">
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
            {step.detail && <p className="text-small text-ink-2 wrap-anywhere">{step.detail}</p>}
            {step.quote && (
              <blockquote className="text-small wrap-anywhere whitespace-pre-line">
                {step.quote}
              </blockquote>
            )}
            {step.when && <p className="num text-small text-ink-2">{step.when}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
