const MAX_MEGABYTES = 5;
const MEGABYTE = 1024 * 1024;
const HEIC_NAME = /\.hei[cf]$/i;

/** For a file field: every picture, and those that some systems do not know as one. */
export const PHOTO_ACCEPT = "image/*,.heic,.heif";

/** How wide and high a cropped photo is at most, in pixels; the server makes it smaller still. */
const MOST_PIXELS = 1024;
const QUALITY = 0.92;

/** A square of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
}

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

/** Cuts a square out of the picture at an address, as a JPEG on white. Rejects when the browser cannot. */
export async function cropToSquare(src: string, square: CropArea): Promise<File> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const side = Math.min(MOST_PIXELS, Math.round(square.width));
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  context.fillStyle = "white";
  context.fillRect(0, 0, side, side);
  const { x, y, width } = square;
  context.drawImage(image, x, y, width, width, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
  if (!blob) throw new Error("This browser cannot write a JPEG");
  return new File([blob], "photo.jpg", { type: blob.type });
}
