import type { Keeping } from "@/lib/keeping";

const words: Record<Keeping, string> = {
  nothing: "",
  saving: "Saving…",
  saved: "Draft saved",
  failed: "This device can't keep your draft: don't reload the page.",
};

/** Says quietly whether what was entered would survive a reload. */
export function KeptNote({ keeping }: { keeping: Keeping }) {
  return (
    <p role="status" className="min-h-5 text-small text-ink-2">
      {words[keeping]}
    </p>
  );
}
