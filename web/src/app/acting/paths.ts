/** Screens that a delegate may open for a member, with all below them. */
const PATHS = [
  "/dashboard",
  "/explore",
  "/explore-list",
  "/explore-profile",
  "/search",
  "/user-profile",
  "/service",
  "/following",
  "/followers",
  "/book-profile",
  "/book-service",
  "/book-form",
  "/bookings",
  "/outward-details",
  "/outward-progress",
  "/inward-details",
  "/did-it-happen",
  "/open-dispute",
  "/messages",
  "/chat",
  "/wallet",
  "/receipt",
  "/exchanges",
  "/notifications",
  "/community",
  "/settings/helpers",
  "/terms",
  "/privacy",
  "/cookies",
  "/help",
  "/faqs",
  "/blog",
];

/** Screens below those that are for the member only. */
const OWN = ["/wallet/earnings"];

/** Returns whether a delegate may open the screen at `pathname` for a member. */
export function isForDelegates(pathname: string): boolean {
  const below = (path: string) => `${pathname}/`.startsWith(`${path}/`);
  return PATHS.some(below) && !OWN.some(below);
}
