import { useEffect, useState } from "react";
import type { Photo } from "./photos";

/** Returns the URL of a photo; for a chosen file, an object URL revoked on unmount. */
export function usePhotoSource(photo: Photo): string | undefined {
  const file = photo.kind === "new" ? photo.file : undefined;
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return photo.kind === "new" ? made : photo.src;
}
