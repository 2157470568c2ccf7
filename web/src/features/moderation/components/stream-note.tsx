import { useLiveStatus } from "@/lib/live";

/** Tells admins that a proxy in front of the server buffers the event stream. */
export function StreamNote() {
  const { heldBack } = useLiveStatus();
  if (!heldBack) return null;
  return (
    <p className="text-small text-ink-2">
      A proxy between you and this server delays live updates, so open pages ask for news every
      three seconds. It should pass on <code className="break-words">/api/live</code> at once,
      without buffering or compressing it.
    </p>
  );
}
