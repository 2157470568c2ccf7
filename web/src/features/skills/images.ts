import { fitsInMegabytes, isImage } from "@/lib/photo-file";

/** Highest number of photos of a skill. */
export const MAX_IMAGES = 4;

const MAX_MEGABYTES = 5;

/** Returns the files that may be added to `held` others, and why the rest may not. */
export function acceptImages(
  files: readonly File[],
  held: number,
): { accepted: File[]; error: string | undefined } {
  const images = files.filter(isImage);
  const withinSize = images.filter((file) => fitsInMegabytes(file, MAX_MEGABYTES));
  const accepted = withinSize.slice(0, Math.max(0, MAX_IMAGES - held));
  let error: string | undefined;
  if (accepted.length < withinSize.length) error = `Maximum ${MAX_IMAGES} images allowed`;
  if (withinSize.length < images.length) error = "File size must be less than 5MB";
  if (images.length < files.length) error = "Only image files are allowed";
  return { accepted, error };
}
