/** The way to sign in for somebody whose session ended, or who has none yet, and back to where they were. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}
