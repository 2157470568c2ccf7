/** Where to go after signing in: a path of this site, else /explore. Never another site. */
export function safeNext(next: string | null): string {
  return next?.startsWith("/") && !/^\/[/\\]/.test(next) ? next : "/explore";
}
