/** Formats a waiting time, rounded up: `1 second`, `42 seconds`, `3 minutes`, `2 hours`. */
export function formatDuration(seconds: number): string {
  if (seconds < 100) return count(Math.max(1, Math.ceil(seconds)), "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? count(minutes, "minute") : count(Math.ceil(minutes / 60), "hour");
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const hours = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Formats a length in hours: `1 hour`, `1.5 hours`. */
export function formatHours(length: number): string {
  return length === 1 ? "1 hour" : `${hours.format(length)} hours`;
}
