import type { DialogProps } from "./dialog-shell";
import { onDemand } from "./on-demand";

/** A modal dialog: a sheet from below on a phone, a card in the middle on a wide screen. */
export const Dialog = onDemand<DialogProps>(async () => {
  const { DialogShell } = await import("./dialog-shell");
  return DialogShell;
});
