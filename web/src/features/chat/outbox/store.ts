import { useSyncExternalStore } from "react";
import { loadFiles, saveFiles } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { ownKey } from "@/lib/session";
import { UNSENT, UNSENT_PICTURE } from "../unsent-name";

/** A message of the member's that the server has not confirmed yet. */
export interface Outgoing {
  /** Idempotency key, chosen here, so that a message sent twice arrives once. */
  clientId: string;
  to: string;
  content: string;
  /** Time of writing. */
  at: string;
  /** Whether a picture belongs to it; the picture is stored with the files of drafts. */
  picture: boolean;
  /** The server's refusal; the message is not resent automatically. */
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

/** Returns the member's unsent messages, oldest first. Signing out deletes them. */
export function unsent(): readonly Outgoing[] {
  const key = ownKey(UNSENT);
  const raw = localStorage.getItem(key);
  if (cached?.key !== key || cached.raw !== raw) cached = { key, raw, entries: parse(raw) };
  return cached.entries;
}

/** Returns the unsent messages to one person; re-renders on changes in any tab. */
export function useUnsent(to: string): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, unsent);
  return all.filter((entry) => entry.to === to);
}

/** Stores a message until it is sent. */
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

/** Marks a message as refused or, without a failure, as ready to send again. */
export function setFailure(clientId: string, failure: Failure | undefined): void {
  write(
    unsent().map((entry) => {
      if (entry.clientId !== clientId) return entry;
      const { failure: _, ...rest } = entry;
      return failure ? { ...rest, failure } : rest;
    }),
  );
}

/** Deletes a message that was sent or discarded. */
export function forget(clientId: string): void {
  const entry = unsent().find((one) => one.clientId === clientId);
  if (!entry) return;
  if (entry.picture) {
    pictures.delete(clientId);
    saveFiles(pictureName(clientId), []);
  }
  write(unsent().filter((one) => one !== entry));
}

/** Returns the picture of an unsent message; undefined where this device could not keep it. */
export async function pictureOf({ clientId }: Outgoing): Promise<File | undefined> {
  return pictures.get(clientId) ?? (await loadFiles(pictureName(clientId)))[0];
}

/** Calls the listener on every change in any tab; returns a function that removes it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Names are per account, because another person may use this browser next. */
const pictureName = (clientId: string) => ownKey(`${UNSENT_PICTURE}${clientId}`);

function write(entries: readonly Outgoing[]): void {
  const key = ownKey(UNSENT);
  if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** Stored entries are validated, because an older version of the site may have written them. */
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

/** Returns a random UUID. `crypto.randomUUID` is missing on sites without https. */
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
