import type { SaveStatus } from "@/lib/drafts";

const texts: Record<SaveStatus, string> = {
  idle: "",
  saving: "Saving…",
  saved: "Draft saved",
  failed: "Your draft cannot be saved on this device. Don't reload the page.",
};

/** Shows whether the form's values would survive a reload. */
export function SaveNote({ status }: { status: SaveStatus }) {
  return (
    <p role="status" className="min-h-5 text-small text-ink-2">
      {texts[status]}
    </p>
  );
}
