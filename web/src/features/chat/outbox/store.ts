import { useSyncExternalStore } from "react";
import { loadFiles, saveFiles } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { ownKey } from "@/lib/session";
import { UNSENT } from "../unsent-name";

/** A message of one's own that the server has not confirmed yet. */
export interface Outgoing {
  /** Chosen here, so that what is sent twice arrives once. */
  clientId: string;
  to: string;
  content: string;
  /** When it was written. */
  at: string;
  /** Whether a picture goes with it; the picture lies with the files of drafts. */
  picture: boolean;
  /** Why the server refused it; it is not sent again by itself. */
  failure?: Failure;
}

export interface Failure {
  status: number;
  message: string;
}

const NOTHING: readonly Outgoing[] = [];

const listeners = new Set<() => void>();
let cached: { key: string; raw: string | null; entries: readonly Outgoing[] } | undefined;
/** Pictures of this visit: a private window may have no database for them. */
const pictures = new Map<string, File>();

/** What the person signed in has not sent yet, oldest first. Signing out empties it. */
export function unsent(): readonly Outgoing[] {
  const key = ownKey(UNSENT);
  const raw = localStorage.getItem(key);
  if (cached?.key !== key || cached.raw !== raw) cached = { key, raw, entries: parse(raw) };
  return cached.entries;
}

/** The same for a component, which renders again whenever it changes, in any tab. */
export function useUnsent(to: string): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, unsent);
  return all.filter((entry) => entry.to === to);
}

/** Keeps a message until it is sent. */
export function keep(to: string, content: string, picture: File | undefined): Outgoing {
  const entry: Outgoing = {
    clientId: newClientId(),
    to,
    content,
    at: new Date().toISOString(),
    picture: picture !== undefined,
  };
  if (picture) {
    pictures.set(entry.clientId, picture);
    saveFiles(pictureName(entry.clientId), [picture]);
  }
  write([...unsent(), entry]);
  return entry;
}

/** Says that it was refused, or with no failure that it is to be sent after all. */
export function setFailure(clientId: string, failure: Failure | undefined): void {
  write(
    unsent().map((entry) => {
      if (entry.clientId !== clientId) return entry;
      const { failure: _, ...rest } = entry;
      return failure ? { ...rest, failure } : rest;
    }),
  );
}

/** Forgets a message, which was sent or is not wanted any more. */
export function forget(clientId: string): void {
  const entry = unsent().find((one) => one.clientId === clientId);
  if (!entry) return;
  if (entry.picture) {
    pictures.delete(clientId);
    saveFiles(pictureName(clientId), []);
  }
  write(unsent().filter((one) => one !== entry));
}

/** The picture of an unsent message; undefined where this device could not keep it. */
export async function pictureOf({ clientId }: Outgoing): Promise<File | undefined> {
  return pictures.get(clientId) ?? (await loadFiles(pictureName(clientId)))[0];
}

/** Calls the listener whenever something changes, in any tab. Returns what stops it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Names are the account's own, as another person may use this browser next. */
const pictureName = (clientId: string) => ownKey(`chat.picture.${clientId}`);

function write(entries: readonly Outgoing[]): void {
  const key = ownKey(UNSENT);
  if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** What is found is checked: it may be from an older version of this site. */
function parse(raw: string | null): readonly Outgoing[] {
  if (raw === null) return NOTHING;
  try {
    const found: unknown = JSON.parse(raw);
    return Array.isArray(found) ? found.filter(isOutgoing) : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== "object" || value === null) return false;
  const { clientId, to, content, at, picture } = value as Record<string, unknown>;
  return [clientId, to, content, at].every((text) => typeof text === "string") &&
    typeof picture === "boolean"
    ? !Number.isNaN(Date.parse(at as string))
    : false;
}

/** A random UUID. `crypto.randomUUID` is missing on sites without https. */
function newClientId(): string {
  const hex = randomKey();
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
