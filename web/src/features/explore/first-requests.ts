import type { Schemas } from "@/lib/api";
import { at, type FirstRequests, type Visit } from "@/lib/first-requests";

const CATEGORIES = `${at("/api/skills/get/categories")}?limit=100&all=true`;
/** Search radius around a person's home, here and in the list of all people. */
const NEARBY = 200;
const MAX_DISTANCE = 2000;
/** Shortest search text, and number of results of each kind. */
const SHORTEST_TERM = 2;
const FOUND = 6;

export const firstRequests: FirstRequests = {
  "/explore": { pictured: true, send: people(NEARBY) },
  "/explore-list": { pictured: true, send: people(MAX_DISTANCE) },
  "/search": { pictured: true, send: find },
  "/user-profile/:id": {
    send: ({ params, ask }) => {
      ask(at("/api/users/basic/profile/{id}", params));
    },
  },
};

type Profile = Promise<Schemas["Profile"] | undefined>;

function people(distance: number) {
  return async ({ search, ask, askOf }: Visit, profile: Profile) => {
    askOf("skills", CATEGORIES);
    askForPlaces(askOf);
    const home = await placeOf(profile);
    // A search in the URL is left to the screen's own code.
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
  const area = `lat=${home.lat}&lon=${home.lon}&distance=${MAX_DISTANCE}`;
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
