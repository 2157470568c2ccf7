import { useState } from "react";
import { shrinkPhoto } from "./photo-file";

/** Makes photos that weigh too much smaller, one after the other; `shrinking` while that takes its time. */
export function useShrink(megabytes?: number) {
  const [shrinking, setShrinking] = useState(false);
  const shrink = async (files: readonly File[]): Promise<File[]> => {
    setShrinking(true);
    const shrunken: File[] = [];
    for (const file of files) shrunken.push(await shrinkPhoto(file, megabytes));
    setShrinking(false);
    return shrunken;
  };
  return { shrinking, shrink };
}
