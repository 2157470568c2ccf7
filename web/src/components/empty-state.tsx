import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Suggestion for the next step. */
  children?: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  /** Illustration to show. */
  art?: "people" | "bookings" | "skills" | "wallet" | "messages";
  /** An icon instead, where an illustration would be too much. */
  icon?: ReactNode;
}

/** Shown for an empty list. */
export function EmptyState({ title, children, action, art, icon }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-8 text-center">
      {art && <img src={`/art/empty-${art}.svg`} alt="" width={200} height={150} />}
      {icon && (
        <div
          aria-hidden="true"
          className="grid size-20 place-items-center rounded-full bg-spark-soft text-spark-deep [&_svg]:size-9"
        >
          {icon}
        </div>
      )}
      <p className="font-display text-title font-bold">{title}</p>
      {children && <div className="text-ink-2">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
