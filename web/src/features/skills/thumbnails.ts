import type { Schemas } from "@/lib/api";

export const THUMBNAIL_KEYS = ["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"] as const;

export type ThumbnailKey = (typeof THUMBNAIL_KEYS)[number];

export interface Thumbnail {
  key: ThumbnailKey;
  src: string;
}

/** A skill's photos in order; the places between may be empty. */
export function thumbnailsOf(skill: Pick<Schemas["Skill"], ThumbnailKey>): Thumbnail[] {
  return THUMBNAIL_KEYS.flatMap((key) => {
    const src = skill[key];
    return src ? [{ key, src }] : [];
  });
}
