/** A minute of the day as a time input has it: `07:05`. */
export function toClock(minute: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of the day that a time input holds; nothing while it is not filled in. */
export function fromClock(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
}
