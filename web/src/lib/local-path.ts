/** Returns a path of this site from an address, or else `fallback`. Never another site. */
export function localPath(wanted: string | null, fallback: string): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, self.location.origin)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : fallback;
}
