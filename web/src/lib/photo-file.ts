/** Largest size of a photo to upload. */
export const MAX_MEGABYTES = 5;
const MEGABYTE = 1024 * 1024;
const HEIC_NAME = /\.hei[cf]$/i;

/** `accept` of a file field: every picture, also formats that some systems do not know. */
export const PHOTO_ACCEPT = "image/*,.heic,.heif";

type FileFacts = Pick<File, "type" | "name" | "size">;

/** Checks for a picture. A HEIC file has no type on systems that do not know the format. */
export function isImage({ type, name }: FileFacts): boolean {
  return type ? type.startsWith("image/") : HEIC_NAME.test(name);
}

/** Checks the size of a file against a limit. */
export function fitsInMegabytes({ size }: FileFacts, most: number): boolean {
  return size <= most * MEGABYTE;
}

/** Returns why a file cannot be a photo, from `messages`; undefined if it can. */
export function photoError(
  file: FileFacts,
  messages: { notAnImage: string; tooLarge: string },
): string | undefined {
  if (!isImage(file)) return messages.notAnImage;
  return fitsInMegabytes(file, MAX_MEGABYTES) ? undefined : messages.tooLarge;
}

/** Checks whether this browser can show a picture. */
export async function canDisplay(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file);
    bitmap.close();
    return true;
  } catch {
    return false;
  }
}
