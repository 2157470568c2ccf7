/** A path of this site as an address names it, else `fallback`. Never another site. */
export function localPath(wanted: string | null, fallback: string): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, window.location.origin)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, window.location.origin);
  return origin === window.location.origin ? pathname + search + hash : fallback;
}
