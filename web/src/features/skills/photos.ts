import type { Schemas } from "@/lib/api";
import { randomKey } from "@/lib/random-key";

const THUMBNAIL_KEYS = ["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"] as const;

export type ThumbnailKey = (typeof THUMBNAIL_KEYS)[number];

/** A photo stored on the server. */
export interface StoredPhoto {
  kind: "stored";
  id: string;
  /** Position on the server. */
  key: ThumbnailKey;
  src: string;
}

/** A photo that was chosen and not sent yet. */
export interface NewPhoto {
  kind: "new";
  id: string;
  file: File;
}

export type Photo = StoredPhoto | NewPhoto;

/** Returns a skill's stored photos in order; positions between may be empty. */
export function storedPhotos(skill: Pick<Schemas["Skill"], ThumbnailKey>): StoredPhoto[] {
  return THUMBNAIL_KEYS.flatMap((key) => {
    const src = skill[key];
    return src ? [{ kind: "stored", id: key, key, src } as const] : [];
  });
}

const ids = new WeakMap<File, string>();

/** Wraps a chosen file as a photo; a file always keeps its id. */
export function newPhoto(file: File): NewPhoto {
  const id = ids.get(file) ?? randomKey();
  ids.set(file, id);
  return { kind: "new", id, file };
}

/** Returns the files among the photos, in order. */
export function newFiles(photos: readonly Photo[]): File[] {
  return photos.flatMap((photo) => (photo.kind === "new" ? [photo.file] : []));
}

/** Returns the order of the photos in the server's format; undefined without any. */
export function photoOrder(photos: readonly Photo[]): string | undefined {
  return photos.map((photo) => (photo.kind === "new" ? "new" : photo.key)).join(",") || undefined;
}

/** Returns a copy of a list with one item moved; a position beyond the ends is the nearest end. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  next.splice(Math.max(0, to), 0, ...next.splice(from, 1));
  return next;
}
