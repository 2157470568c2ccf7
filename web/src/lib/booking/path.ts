/** Returns the page on which a skill of a person is booked; `need` is the id of a need, if for one. */
export function bookingPath(personId: string, skillId: string, need?: string): string {
  const params = { user: personId, skill: skillId, ...(need && { need }) };
  return `/book-service?${new URLSearchParams(params)}`;
}
