/** State of saving a choice; a failed one is reverted, with a toast. */
export type SaveStateName = "idle" | "saving" | "saved";

/** Maps the status of a mutation to a save state. */
export function saveStateOf(status: "idle" | "pending" | "success" | "error"): SaveStateName {
  if (status === "pending") return "saving";
  return status === "success" ? "saved" : "idle";
}

const texts: Record<SaveStateName, string> = { idle: "", saving: "Saving…", saved: "Saved" };

/** Shows whether the choice is saved. */
export function SaveState({ state }: { state: SaveStateName }) {
  return (
    <p role="status" className="min-h-5 text-small text-ink-2">
      {texts[state]}
    </p>
  );
}
