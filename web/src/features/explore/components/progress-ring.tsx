const RADIUS = 18;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Progress as a ring; decorative, so give the numbers beside it. */
export function ProgressRing({ done, total }: { done: number; total: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 44 44"
      className="size-11 shrink-0 -rotate-90"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
    >
      <circle cx="22" cy="22" r={RADIUS} className="stroke-card" />
      {done > 0 && (
        <circle
          cx="22"
          cy="22"
          r={RADIUS}
          className="stroke-leaf"
          strokeDasharray={`${(CIRCUMFERENCE * done) / total} ${CIRCUMFERENCE}`}
        />
      )}
    </svg>
  );
}
