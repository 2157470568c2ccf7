import type { Schemas } from "@/lib/api";
import { at, type FirstRequests, type Visit } from "@/lib/first-requests";

export const SITE_PATH = at("/api/site");

/** Requests the data of the signed-in shell. */
export async function requestShellData({
  me,
  ask,
  askOf,
}: Visit): Promise<Schemas["Profile"] | undefined> {
  askOf("notifications", at("/api/notifications/unread"));
  askOf("wallet", at("/api/wallet/balance"));
  return ask(at("/api/users/profile/{id}", { id: me }));
}

const modules = import.meta.glob<FirstRequests>("../../features/*/first-requests.ts", {
  eager: true,
  import: "firstRequests",
});

/** First requests of all screens, by path. */
export const screenRequests: FirstRequests = Object.assign({}, ...Object.values(modules));
