import { useState } from "react";
import { fitsInMegabytes, MAX_MEGABYTES } from "./photo-file";

/** Makes photos that weigh too much smaller, one after the other; `shrinking` while that takes its time. */
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

/** What makes it smaller is fetched when it is needed; the photo as it is when that cannot be had. */
async function smaller(file: File, megabytes: number): Promise<File> {
  const drawing = await import("./draw-photo").catch(() => null);
  return drawing ? drawing.shrinkPhoto(file, megabytes) : file;
}
