export const MAX_BYTES = 5 * 1024 * 1024;

/** Types offered by the file picker: phones take HEIC, scanners PNG, some banks SVG. */
export const ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/svg+xml";

const ACCEPTED_NAME = /\.(jpe?g|png|webp|heic|heif|svg)$/i;

/** Returns why a file cannot be a document; its name counts if the browser has no type for it. */
export function fileError(file: File): string | undefined {
  const known =
    ACCEPTED.split(",").includes(file.type) || (!file.type && ACCEPTED_NAME.test(file.name));
  if (!known) return "Please choose a picture: JPG, PNG, WebP, HEIC or SVG";
  return file.size > MAX_BYTES ? "File size must be less than 5MB" : undefined;
}
