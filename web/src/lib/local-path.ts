/** Returns a path of this site from an address, or else `fallback`. Never another site. */
export function localPath(target: string | null, fallback: string): string {
  if (!target?.startsWith("/") || !URL.canParse(target, self.location.origin)) return fallback;
  const { origin, pathname, search, hash } = new URL(target, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : fallback;
}
