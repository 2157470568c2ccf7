import { fitsInMegabytes, isImage, MAX_MEGABYTES } from "./photo-file";

/** Largest side of a cropped photo, in pixels; the server shrinks it further. */
const MAX_PIXELS = 1024;
const QUALITY = 0.92;

/** A square of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
}

/** Crops a picture to a square JPEG on white. Rejects if the browser cannot decode it. */
export async function cropToSquare(src: string, square: CropArea): Promise<File> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const side = Math.min(MAX_PIXELS, Math.round(square.width));
  const { x, y, width } = square;
  const blob = await drawJpeg(side, side, QUALITY, (context) =>
    context.drawImage(image, x, y, width, width, 0, 0, side, side),
  );
  return new File([blob], "photo.jpg", { type: blob.type });
}

/** Longest sides of a shrunk photo to try, in pixels, while it is still too large. */
const LONGEST_SIDES = [2560, 1920, 1280] as const;
const SHRUNKEN_QUALITY = 0.85;

/**
 * Returns the photo, or a smaller JPEG of it if it is too large. A picture that this browser cannot
 * draw is returned unchanged, for the caller to refuse.
 */
export async function shrinkPhoto(file: File, megabytes = MAX_MEGABYTES): Promise<File> {
  if (!isImage(file) || fitsInMegabytes(file, megabytes)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    try {
      return await shrunken(file, bitmap, megabytes);
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}

async function shrunken(file: File, bitmap: ImageBitmap, megabytes: number): Promise<File> {
  for (const longest of LONGEST_SIDES) {
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const blob = await drawJpeg(width, height, SHRUNKEN_QUALITY, (context) =>
      context.drawImage(bitmap, 0, 0, width, height),
    );
    const name = file.name.replace(/(\.[^.]*)?$/, ".jpg");
    const { lastModified } = file;
    const made = new File([blob], name, { type: blob.type, lastModified });
    if (fitsInMegabytes(made, megabytes)) return made;
  }
  return file;
}

/** Draws a JPEG on white. */
async function drawJpeg(
  width: number,
  height: number,
  quality: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  draw(context);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", quality);
  });
  if (!blob) throw new Error("This browser cannot write a JPEG");
  return blob;
}
