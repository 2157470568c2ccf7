import { SparkSign } from "@/components/price";

/** Shown until the first screen's code has arrived. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center" role="status">
      <SparkSign className="size-12 animate-shimmer" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
