/** Returns the login address that leads back to `next`, for a missing or ended session. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}
