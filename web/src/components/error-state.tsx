import { CloudOff } from "lucide-react";
import { Button } from "./button";

interface ErrorStateProps {
  message: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Shown for a failed load. */
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
