/*
 * Runs before the client's code has arrived: preloads the code of the screen at this address, and
 * sends its first requests. The build makes one small script of it (`build/preload.ts`); without it
 * everything is requested later.
 */
import type { Preloaded } from "@/lib/api/preload";
import type { Ask, Visit } from "@/lib/first-requests";
import { ACTING_KEY } from "@/lib/session/acting";
import { type Claims, decodeToken, KEYS, REFRESH_AHEAD_SECONDS } from "@/lib/session/token";
import { find, type Match } from "./find";
import { requestShellData, SITE_PATH, screenRequests } from "./requests";

/** The screens, as listed by the build. */
declare const SCREENS: {
  /** File names; the entries below are indices into this list. */
  files: string[];
  /** Files that each path needs, and whether it needs a session. */
  paths: Record<string, { files: number[]; member: boolean }>;
  /** The sheet with the pictures of all categories. */
  art: string | null;
  /** The fonts of text and of headings. */
  fonts: { text: string | null; display: string | null };
};

// Read once: the build puts a copy of the list at each use.
const { files, paths, art, fonts } = SCREENS;
const { pathname, search } = window.location;
const found = find(paths, pathname);
const token = localStorage.getItem(KEYS.access) ?? "";
const claims = decodeToken(token);

// The requests of a delegate are about another member.
const acts = localStorage.getItem(ACTING_KEY) !== null;

if (!claims || (!acts && claims.exp - Date.now() / 1_000 > REFRESH_AHEAD_SECONDS)) {
  askFor(found, claims);
}
if (found && (claims || !found.value.member)) {
  for (const index of found.value.files) preload(files[index], "modulepreload");
  if (claims && screenRequests[found.pattern]?.pictured) preload(art, "preload", "image");
}
// Lines and long words break differently when a font arrives after them.
preload(fonts.text, "preload", "font");
if (!found?.value.member) preload(fonts.display, "preload", "font");

function askFor(match: Match<{ member: boolean }> | undefined, claims: Claims | null): void {
  const authorization = claims ? `Bearer ${token}` : null;
  const preloaded: Preloaded = { answers: new Map(), authorization, at: performance.now() };
  window.preloaded = preloaded;

  const ask: Ask = async (address) => {
    const headers: HeadersInit = authorization ? { Authorization: authorization } : {};
    const answer = fetch(address, { headers }).then(
      (response) => (response.ok ? response : null),
      () => null,
    );
    preloaded.answers.set(address, answer);
    // The body is left for the code that takes the response.
    return (await answer)
      ?.clone()
      .json()
      .then(
        ({ data }) => data,
        () => undefined,
      );
  };
  const modules = ask<{ modules: string[] }>(SITE_PATH).then((about) => about?.modules ?? []);
  if (!claims || !match?.value.member) return;

  const visit: Visit = {
    params: match.params,
    search,
    me: claims.id,
    ask,
    askOf: async (module, address) => {
      if ((await modules).includes(module)) return ask(address);
    },
    picture: (file) => preload(file, "preload", "image"),
  };
  const screen = screenRequests[match.pattern];
  screen?.send(visit, requestShellData(visit));
  if (!screen) requestShellData(visit);
}

function preload(file: string | null | undefined, rel: string, as = ""): void {
  if (!file) return;
  const link = document.createElement("link");
  link.rel = rel;
  link.as = as;
  // Fonts are always fetched in CORS mode, also from the same origin.
  if (as === "font") link.crossOrigin = "anonymous";
  link.href = file;
  document.head.append(link);
}
