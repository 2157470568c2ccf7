import { useState } from "react";
import { fitsInMegabytes, MAX_MEGABYTES } from "./photo-file";

/** Returns a function that shrinks too large photos, one by one; `shrinking` meanwhile. */
export function useShrink(megabytes = MAX_MEGABYTES) {
  const [shrinking, setShrinking] = useState(false);
  const shrink = async (files: readonly File[]): Promise<File[]> => {
    setShrinking(true);
    const shrunken: File[] = [];
    for (const file of files) {
      shrunken.push(fitsInMegabytes(file, megabytes) ? file : await smaller(file, megabytes));
    }
    setShrinking(false);
    return shrunken;
  };
  return { shrinking, shrink };
}

/** Loads the shrinking code on demand; returns the photo unchanged if that fails. */
async function smaller(file: File, megabytes: number): Promise<File> {
  const drawing = await import("./draw-photo").catch(() => null);
  return drawing ? drawing.shrinkPhoto(file, megabytes) : file;
}
