/*
 * Runs before anything else, while the code of the client is still on its way: fetches the code
 * of the screen at this address beside it, and asks for what that screen will show. The build
 * makes one small script of it (`build/early.ts`); without it everything is asked for later.
 */
import type { Early } from "@/lib/api/early";
import { type Claims, decodeToken, KEYS, REFRESH_AHEAD_SECONDS } from "@/lib/session/token";
import { type Ask, frame, pictured, screens, site, type Visit } from "./asks";
import { find, type Match } from "./find";

/** What the build knows of the screens. */
declare const SCREENS: {
  /** Names of files, by which the others are known. */
  files: string[];
  /** Which of them a path needs, and whether it needs a session. */
  paths: Record<string, { files: number[]; member: boolean }>;
  /** The pictures of all categories. */
  art: string | null;
  /** What text and headings are set in. */
  fonts: { text: string | null; display: string | null };
};

const { pathname, search } = window.location;
const found = find(SCREENS.paths, pathname);
const token = localStorage.getItem(KEYS.access) ?? "";
const claims = decodeToken(token);

if (!claims || claims.exp - Date.now() / 1_000 > REFRESH_AHEAD_SECONDS) askFor(found, claims);
if (found && (claims || !found.value.member)) {
  for (const index of found.value.files) preload(SCREENS.files[index], "modulepreload");
  if (claims && pictured.includes(found.pattern)) preload(SCREENS.art, "preload", "image");
}
// Lines break elsewhere when their font comes after them, and so do large words.
preload(SCREENS.fonts.text, "preload", "font");
if (!found?.value.member) preload(SCREENS.fonts.display, "preload", "font");

function askFor(match: Match<{ member: boolean }> | undefined, claims: Claims | null): void {
  const authorization = claims ? `Bearer ${token}` : null;
  const early: Early = { answers: new Map(), authorization, at: performance.now() };
  window.early = early;

  const ask: Ask = async (address) => {
    const headers: HeadersInit = authorization ? { Authorization: authorization } : {};
    const answer = fetch(address, { headers }).then(
      (response) => (response.ok ? response : null),
      () => null,
    );
    early.answers.set(address, answer);
    // Its body is for whoever takes it.
    return (await answer)
      ?.clone()
      .json()
      .then(
        ({ data }) => data,
        () => undefined,
      );
  };
  const modules = ask<{ modules: string[] }>(site).then((about) => about?.modules ?? []);
  if (!claims || !match?.value.member) return;

  const visit: Visit = {
    params: match.params,
    search,
    me: claims.id,
    ask,
    askOf: (module, address) => {
      modules.then((on) => on.includes(module) && ask(address));
    },
  };
  const screen = screens[match.pattern];
  screen?.(visit, frame(visit));
  if (!screen) frame(visit);
}

function preload(file: string | null | undefined, rel: string, as = ""): void {
  if (!file) return;
  const link = document.createElement("link");
  link.rel = rel;
  link.as = as;
  // Fonts are fetched so, whoever asks.
  if (as === "font") link.crossOrigin = "anonymous";
  link.href = file;
  document.head.append(link);
}
