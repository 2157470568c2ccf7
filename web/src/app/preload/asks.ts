import type { Schemas } from "@/lib/api";
import type { ReadPath } from "@/lib/api/unwrap";

/** Sends a GET request and returns the response's `data`, or undefined without one. */
export type Ask = <Data = unknown>(address: string) => Promise<Data | undefined>;

/** The current visit, as known before any other code has run. */
export interface Visit {
  /** Values of the path's parameters, such as `id` in `/user-profile/:id`. */
  params: Record<string, string>;
  search: string;
  /** Id of the signed-in person. */
  me: string;
  ask: Ask;
  /** Sends the request if the site has the module switched on. */
  askOf: <Data = unknown>(module: string, address: string) => Promise<Data | undefined>;
  /** Fetches a picture that will be shown. */
  picture: (file: string | null | undefined) => void;
}

/** Returns an API path with its parameters filled in. */
const at = (path: ReadPath, values: Record<string, string | number> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

const CATEGORIES = `${at("/api/skills/get/categories")}?limit=100`;
const CONVERSATIONS = at("/api/message/chat/history/users");
/** Search radius around a person's home, here and in the list of all people. */
const NEARBY = 200;
const ANYWHERE = 2000;
/** Shortest search text, and number of results of each kind. */
const SHORTEST_TERM = 2;
const FOUND = 6;

export const site = at("/api/site");

/** Requests the data of the signed-in shell. */
export async function frame({ me, ask, askOf }: Visit): Promise<Schemas["Profile"] | undefined> {
  askOf("notifications", at("/api/notifications/unread"));
  askOf("wallet", at("/api/wallet/balance"));
  return ask(at("/api/users/profile/{id}", { id: me }));
}

type Profile = ReturnType<typeof frame>;

/** First requests of each screen, by path; the screen's own code takes the preloaded responses. */
export const screens: Record<string, (visit: Visit, profile: Profile) => void> = {
  "/explore": people(NEARBY),
  "/explore-list": people(ANYWHERE),
  "/search": find,
  "/user-profile/:id": ({ params, ask }) => {
    ask(at("/api/users/basic/profile/{id}", params));
  },
  "/bookings": ({ search, askOf }) => {
    // Without a side in the address, the screen chooses one from the contents of both.
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

/** Screens that begin with pictures of categories. */
export const pictured = ["/explore", "/explore-list", "/search", "/bookings"];

const isSide = (tab: string | null) => tab === "inward" || tab === "outward";

function people(distance: number) {
  return async ({ search, ask, askOf }: Visit, profile: Profile) => {
    askOf("skills", CATEGORIES);
    askForPlaces(askOf);
    const home = await placeOf(profile);
    // A search in the address is left to the screen's own code.
    if (home && !search) {
      ask(at("/api/users/people/nearby/{lat}/{lon}/{distance}", { ...home, distance }));
    }
  };
}

async function find({ search, ask, askOf, picture }: Visit, profile: Profile) {
  askOf("skills", CATEGORIES);
  const params = new URLSearchParams(search);
  const term = params.get("q")?.trim().toLowerCase() ?? "";
  // With filters, the search is not around the person's home.
  if (term.length < SHORTEST_TERM || params.size > 1) return;
  askForPlaces(askOf);
  const q = encodeURIComponent(term);
  askOf("skills", `${at("/api/skills/get/categories")}?q=${q}&limit=${FOUND}`);
  const home = await placeOf(profile);
  if (!home) return;
  const area = `lat=${home.lat}&lon=${home.lon}&distance=${ANYWHERE}`;
  ask(`${at("/api/users/searchuser/{term}", { term })}?${area}&limit=${FOUND}`);
  const address = `${at("/api/skills/search")}?${area}&q=${q}&limit=${FOUND}`;
  const skills = await askOf<Schemas["Skill"][]>("skills", address);
  picture(skills?.[0]?.thumbnail01);
}

/** Requests the data of the filters of people. */
function askForPlaces(askOf: Visit["askOf"]): void {
  askOf("places", at("/api/places/cities"));
  askOf("places", at("/api/places/map"));
}

/** Returns the person's home, or undefined where the site's own town is used instead. */
async function placeOf(profile: Profile) {
  const { location, lat, lon } = (await profile) ?? {};
  return location && typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
}
