/** Returns the first name. */
export function firstnameOf(name: string): string {
  return name.split(" ")[0] ?? name;
}
