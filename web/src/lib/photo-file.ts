/** What a photo may weigh when it is sent. */
export const MAX_MEGABYTES = 5;
const MEGABYTE = 1024 * 1024;
const HEIC_NAME = /\.hei[cf]$/i;

/** For a file field: every picture, and those that some systems do not know as one. */
export const PHOTO_ACCEPT = "image/*,.heic,.heif";

type FileFacts = Pick<File, "type" | "name" | "size">;

/** Whether a file is a picture. A phone's HEIC file has no type on systems that do not know it. */
export function isImage({ type, name }: FileFacts): boolean {
  return type ? type.startsWith("image/") : HEIC_NAME.test(name);
}

/** Whether a file weighs at most so much. */
export function fitsInMegabytes({ size }: FileFacts, most: number): boolean {
  return size <= most * MEGABYTE;
}

/** Why a file cannot be a photo, in the words of the screen; undefined when it can. */
export function photoError(
  file: FileFacts,
  messages: { notAnImage: string; tooLarge: string },
): string | undefined {
  if (!isImage(file)) return messages.notAnImage;
  return fitsInMegabytes(file, MAX_MEGABYTES) ? undefined : messages.tooLarge;
}

/** Whether this browser can show a picture. */
export async function canDisplay(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file);
    bitmap.close();
    return true;
  } catch {
    return false;
  }
}
