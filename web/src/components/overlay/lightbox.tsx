import type { LightboxProps } from "./lightbox-shell";
import { onDemand } from "./on-demand";

/** One or more pictures over the whole screen. */
export const Lightbox = onDemand<LightboxProps>(async () => {
  const { LightboxShell } = await import("./lightbox-shell");
  return LightboxShell;
});
