import { dehydrate, hydrate, type Query, type QueryClient } from "@tanstack/react-query";
import { clear, createStore, get, set } from "idb-keyval";
import { pathOf, type ReadPath } from "@/lib/api";
import { getSession } from "@/lib/session";

/*
 * What a member has seen, for when there is no network. It lies in the browser's database under
 * their own id, and is gone with their session. Only answers named here are kept: nothing of
 * money, papers, places or the admin console.
 */
const KEPT: readonly ReadPath[] = [
  "/api/site",
  "/api/places/cities",
  "/api/skills/get/categories",
  "/api/users/profile/{id}",
  "/api/users/basic/profile/{id}",
  "/api/users/people/nearby/{lat}/{lon}/{distance}",
  "/api/skills/user/all",
  "/api/bookings/get/user/inward",
  "/api/bookings/get/user/outward",
  "/api/bookings/waiting",
  "/api/bookings/{id}",
  "/api/message/chat/history/users",
  "/api/message/unread",
  "/api/message/with/{otherId}",
  "/api/message/{myId}/{otherId}",
  "/api/notifications",
  "/api/notifications/unread",
];
const kept = new Set<unknown>(KEPT);

/** Answers of one member, the latest, and how long each may be. */
const MOST_ANSWERS = 60;
const MOST_CHARACTERS = 150_000;
/** What is older is no use to anybody. */
const GOOD_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
/** Much is seen at one time; it is written once. */
const PAUSE_MS = 2_000;

const store = createStore("last-seen", "answers");

interface Seen {
  at: number;
  answers: ReturnType<typeof dehydrate>;
}

/** Keeps from now on what the member who is signed in sees. Returns what stops it. */
export function keepLastSeen(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owner = ownId();
  const save = () => {
    timer = undefined;
    // Signed out meanwhile: nothing of theirs is written any more.
    if (owner && ownId() === owner) write(owner, answersOf(queryClient));
  };
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && isKept(query)) timer ??= setTimeout(save, PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Shows what the member has seen last wherever nothing newer is there. */
export async function restoreLastSeen(queryClient: QueryClient): Promise<void> {
  const owner = ownId();
  if (!owner) return;
  const seen = await read(owner);
  if (seen && Date.now() - seen.at < GOOD_FOR_MS && ownId() === owner) {
    hydrate(queryClient, seen.answers);
  }
}

/** Forgets everything, of whomever. */
export async function forgetLastSeen(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // Without a database there is nothing.
    return;
  }
}

function answersOf(queryClient: QueryClient): Seen["answers"] {
  const all = queryClient.getQueryCache().getAll().filter(isKept);
  const newest = all.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const chosen = new Set(newest.filter(isShort).slice(0, MOST_ANSWERS));
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: (one) => chosen.has(one) });
  return { queries, mutations: [] };
}

function isKept({ queryKey, state }: Query): boolean {
  return state.status === "success" && kept.has(pathOf(queryKey));
}

function isShort({ state }: Query): boolean {
  return JSON.stringify(state.data ?? null).length <= MOST_CHARACTERS;
}

const ownId = () => getSession()?.claims.id;

async function write(owner: string, answers: Seen["answers"]): Promise<void> {
  try {
    await set(owner, { at: Date.now(), answers } satisfies Seen, store);
  } catch {
    // A full disk, or a private window: then there is nothing without a network.
    return;
  }
}

async function read(owner: string): Promise<Seen | undefined> {
  try {
    return await get<Seen>(owner, store);
  } catch {
    return undefined;
  }
}
