/** Returns the page on which a skill of a person is booked. */
export function bookingPath(personId: string, skillId: string): string {
  return `/book-service?${new URLSearchParams({ user: personId, skill: skillId })}`;
}
