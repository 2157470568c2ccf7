import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** The button that does it. */
  action?: ReactNode;
  /** An illustration or icon. */
  picture?: ReactNode;
}

/** Shown where a list has nothing in it. */
export function EmptyState({ title, children, action, picture }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-10 text-center">
      <div
        aria-hidden="true"
        className="grid size-20 place-items-center rounded-full bg-spark-soft text-spark-deep [&_svg]:size-9"
      >
        {picture ?? <EmptyBoard />}
      </div>
      <p className="font-display text-title font-bold">{title}</p>
      {children && <div className="text-ink-2">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** A noticeboard with nothing pinned to it. */
function EmptyBoard() {
  return (
    <svg
      viewBox="0 0 36 36"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="4" y="6" width="28" height="20" rx="3" />
      <path d="M11 26v6M25 26v6M18 12v6M15 15h6" />
    </svg>
  );
}

interface ErrorStateProps {
  message: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Shown where something could not be loaded. */
export function ErrorState({ message, onRetry, busy }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-10 text-center"
    >
      <div className="grid size-20 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudOff aria-hidden="true" className="size-9" />
      </div>
      <p className="font-semibold">{message}</p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
