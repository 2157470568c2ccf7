import type { Schemas } from "@/lib/api";
import type { ReadPath } from "@/lib/api/unwrap";

/** Asks for something; the answer's `data`, or nothing when there is none. */
export type Ask = <Data = unknown>(address: string) => Promise<Data | undefined>;

/** A visit as far as it is known before any code has run. */
export interface Visit {
  /** The values in the path: the `id` of `/user-profile/:id`. */
  params: Record<string, string>;
  search: string;
  /** The person signed in. */
  me: string;
  ask: Ask;
  /** Asks for what a module has, where the module is on. */
  askOf: (module: string, address: string) => void;
}

/** An address of the API; its path has no gaps. */
const at = (path: ReadPath, values: Record<string, string | number> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

const CATEGORIES = `${at("/api/skills/get/categories")}?limit=100`;
const CONVERSATIONS = at("/api/message/chat/history/users");
/** As far as people are looked for around someone's home, here and in the list of all. */
const NEARBY = 200;
const ANYWHERE = 2000;

export const site = at("/api/site");

/** What the frame of signed-in screens asks. */
export async function frame({ me, ask, askOf }: Visit): Promise<Schemas["Profile"] | undefined> {
  askOf("notifications", at("/api/notifications/unread"));
  askOf("wallet", at("/api/wallet/balance"));
  return ask(at("/api/users/profile/{id}", { id: me }));
}

type Profile = ReturnType<typeof frame>;

/** What a screen asks first, by its path; what its own code asks again is not asked twice. */
export const screens: Record<string, (visit: Visit, profile: Profile) => void> = {
  "/explore": people(NEARBY),
  "/explore-list": people(ANYWHERE),
  "/search": ({ askOf }) => askOf("skills", CATEGORIES),
  "/user-profile/:id": ({ params, ask }) => {
    ask(at("/api/users/basic/profile/{id}", params));
  },
  "/bookings": ({ search, askOf }) => {
    // Without a side in the address, it is chosen by what there is on both.
    const tab = new URLSearchParams(search).get("tab");
    for (const side of ["inward", "outward"] as const) {
      if (tab === side || !isSide(tab)) {
        askOf("bookings", `${at(`/api/bookings/get/user/${side}`)}?limit=100`);
      }
    }
  },
  "/messages": ({ askOf }) => askOf("chat", CONVERSATIONS),
  "/chat/:id": ({ params, me, askOf }) => {
    const { id = "" } = params;
    askOf("chat", at("/api/message/with/{otherId}", { otherId: id }));
    askOf("chat", at("/api/message/{myId}/{otherId}", { myId: me, otherId: id }));
    askOf("bookings", at("/api/bookings/with/{userId}", { userId: id }));
    askOf("chat", CONVERSATIONS);
  },
};

/** The screens that begin with pictures of categories. */
export const pictured = ["/explore", "/explore-list"];

const isSide = (tab: string | null) => tab === "inward" || tab === "outward";

function people(distance: number) {
  return async ({ search, ask, askOf }: Visit, profile: Profile) => {
    askOf("skills", CATEGORIES);
    askOf("places", at("/api/places/cities"));
    askOf("places", at("/api/places/map"));
    const { location, lat, lon } = (await profile) ?? {};
    // A search of one's own is for the screen to read.
    if (search || !location || typeof lat !== "number" || typeof lon !== "number") return;
    ask(at("/api/users/people/nearby/{lat}/{lon}/{distance}", { lat, lon, distance }));
  };
}
