/** How saving a choice goes; what failed goes back and is told by itself. */
export type SaveStateName = "idle" | "saving" | "saved";

/** The same of a request. */
export function saveStateOf(status: "idle" | "pending" | "success" | "error"): SaveStateName {
  if (status === "pending") return "saving";
  return status === "success" ? "saved" : "idle";
}

const texts: Record<SaveStateName, string> = { idle: "", saving: "Saving…", saved: "Saved" };

/** Says quietly whether what was chosen is kept. */
export function SaveState({ state }: { state: SaveStateName }) {
  return (
    <p role="status" className="min-h-5 text-small text-ink-2">
      {texts[state]}
    </p>
  );
}
