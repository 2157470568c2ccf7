interface StepperProps {
  /** Names of all steps. */
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
}

/** Progress of a wizard: 'Step 2 of 5: Experience level' and a bar. */
export function Stepper({ steps, current }: StepperProps) {
  return (
    <div className="grid gap-2">
      <p className="text-small font-semibold text-ink-2" aria-live="polite">
        Step {current + 1} of {steps.length}: {steps[current]}
      </p>
      <ol aria-hidden="true" className="flex gap-1.5">
        {steps.map((step, index) => (
          <li
            key={step}
            className={`h-1.5 flex-1 rounded-full ${index <= current ? "bg-leaf" : "bg-line"}`}
          />
        ))}
      </ol>
    </div>
  );
}
