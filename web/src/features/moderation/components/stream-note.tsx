import { useLiveStatus } from "@/lib/live";

/** Tells admins that a proxy in front of the server buffers the event stream. */
export function StreamNote() {
  const { heldBack } = useLiveStatus();
  if (!heldBack) return null;
  return (
    <p className="text-small text-ink-2">
      A proxy between this server and you holds back the stream by which open pages hear what
      happens, so they ask every three seconds instead. It should pass on{" "}
      <code className="break-words">/api/live</code> as it comes, without collecting or packing it.
    </p>
  );
}
