import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import { clear, createStore, del, get, update } from "idb-keyval";
import { pathOf, type ReadPath } from "@/lib/api";
import { getSession } from "@/lib/session";

/*
 * Keeps the member's last responses for offline use, in IndexedDB under their id; deleted with
 * their session. Only the paths listed here are kept, the latest of each: nothing about money,
 * identity documents, places or the admin console.
 *
 * TanStack's persisters fit less. The one for the whole cache replaces what earlier visits stored,
 * and the one for single queries answers from the store before it asks the server; neither limits
 * the number of entries of a path. Here the store is read only after a failed request.
 */
const KEPT: Partial<Record<ReadPath, number>> = {
  "/api/site": 1,
  "/api/places/cities": 1,
  "/api/skills/get/categories": 1,
  "/api/users/profile/{id}": 1,
  "/api/users/basic/profile/{id}": 10,
  "/api/users/people/nearby/{lat}/{lon}/{distance}": 1,
  "/api/skills/user/all": 1,
  "/api/bookings/get/user/inward": 1,
  "/api/bookings/get/user/outward": 1,
  "/api/bookings/waiting": 1,
  "/api/bookings/{id}": 20,
  "/api/bookings/with/{userId}": 10,
  "/api/message/chat/history/users": 1,
  "/api/message/unread": 1,
  "/api/message/with/{otherId}": 20,
  "/api/message/{myId}/{otherId}": 20,
  "/api/notifications": 1,
  "/api/notifications/unread": 1,
};
const most = new Map<unknown, number>(Object.entries(KEPT));

/** Longest response to keep: as many bookings as are ever shown at once. */
const MAX_CHARACTERS = 400_000;
/** Age at which a response is dropped. */
const GOOD_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
/** Delay that gathers several changes into one write. */
const PAUSE_MS = 2_000;

const store = createStore("last-seen", "answers");

type Answer = DehydratedState["queries"][number];

/** Starts to keep the signed-in member's responses; returns a function that stops it. */
export function keepLastSeen(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owner = ownId();
  const save = () => {
    timer = undefined;
    // After a sign-out, nothing of that member is written.
    if (owner && ownId() === owner) write(owner, answersOf(queryClient));
  };
  // Also keeps the responses that were there at the start.
  timer = setTimeout(save, PAUSE_MS);
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && isKept(query)) timer ??= setTimeout(save, PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Restores the member's last responses where no newer ones are cached. */
export async function restoreLastSeen(queryClient: QueryClient): Promise<void> {
  const owner = ownId();
  if (!owner) return;
  const queries = await read(owner);
  if (ownId() === owner) hydrate(queryClient, { queries: queries.filter(isRecent) });
}

/** Deletes all responses, of any member. */
export async function forgetLastSeen(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // Without a database there is nothing to delete.
    return;
  }
}

function answersOf(queryClient: QueryClient): Answer[] {
  const shouldDehydrateQuery = (query: Query) => isKept(query) && isShort(query);
  return dehydrate(queryClient, { shouldDehydrateQuery }).queries;
}

function isKept({ queryKey, state }: Query): boolean {
  return state.status === "success" && most.has(pathOf(queryKey)) && !isSearch(queryKey);
}

/** Checks for a search, which is not kept. */
function isSearch([, , given]: readonly unknown[]): boolean {
  const { params } = (given ?? {}) as { params?: { query?: { q?: string } } };
  return params?.query?.q !== undefined;
}

function isShort({ state }: Query): boolean {
  return JSON.stringify(state.data ?? null).length <= MAX_CHARACTERS;
}

const isRecent = ({ state }: Answer) => Date.now() - state.dataUpdatedAt < GOOD_FOR_MS;

/** Merges stored and current responses, the latest of each path. */
function joined(known: readonly Answer[], now: readonly Answer[]): Answer[] {
  const newest = [...now, ...known]
    .filter(isRecent)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const taken = new Map<unknown, Set<string>>();
  return newest.filter(({ queryKey, queryHash }) => {
    const path = pathOf(queryKey);
    const hashes = taken.get(path) ?? new Set();
    if (hashes.has(queryHash) || hashes.size >= (most.get(path) ?? 0)) return false;
    taken.set(path, hashes.add(queryHash));
    return true;
  });
}

const ownId = () => getSession()?.claims.id;

async function write(owner: string, now: Answer[]): Promise<void> {
  try {
    await update<unknown>(owner, (known) => joined(answersIn(known), now), store);
    // Signed out during the write.
    if (ownId() !== owner) await del(owner, store);
  } catch {
    // A full disk, or a private window: nothing is available offline then.
    return;
  }
}

async function read(owner: string): Promise<Answer[]> {
  try {
    return answersIn(await get(owner, store));
  } catch {
    return [];
  }
}

/** An older version of the site may have written the stored value. */
function answersIn(found: unknown): Answer[] {
  return Array.isArray(found) ? found : [];
}
