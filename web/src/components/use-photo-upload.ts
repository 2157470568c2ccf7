import { useEffect, useState } from "react";
import { ApiError, client, multipart, withProgress } from "@/lib/api";
import { type CropArea, cropToSquare } from "@/lib/draw-photo";
import { canDisplay, isImage, photoError } from "@/lib/photo-file";
import { useProfileCache } from "@/lib/profile";
import { toast } from "./toast";

/** What the screen says when a photo cannot be taken. */
export interface PhotoMessages {
  notAnImage: string;
  tooLarge: string;
  failed: string;
}

/** The picture cannot be used: too large, no image, or a damaged one. The server says which. */
const REFUSED = [413, 415, 422];

/** Takes a file, lets the person crop it where this browser can show it, and makes it the own photo. */
export function usePhotoUpload(messages: PhotoMessages) {
  const cache = useProfileCache();
  const [cropping, setCropping] = useState<string>();
  const [preview, setPreview] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  useRevokeObjectUrl(cropping);
  useRevokeObjectUrl(preview);

  const send = async (file: File, showable: boolean) => {
    if (showable) setPreview(URL.createObjectURL(file));
    setShare(0);
    try {
      await client.PUT("/api/users/profile/upload", {
        ...multipart<{ photo: string }>({ photo: file }),
        fetch: withProgress(setShare),
      });
      await cache.reload();
      toast.success("Photo saved");
    } catch (failure) {
      setError(errorText(failure, messages.failed));
    }
    setPreview(undefined);
    setShare(null);
  };

  return {
    /** The picture that is being cropped. */
    cropping,
    /** The picture that is on its way. */
    preview,
    /** How much of it has gone, from 0 to 1; null when none is under way. */
    share,
    error,
    pick: async (file: File | undefined) => {
      if (!file || share !== null) return;
      setError(undefined);
      // What is cut out of it is small, however much it weighs itself.
      if (isImage(file) && (await canDisplay(file))) {
        return setCropping(URL.createObjectURL(file));
      }
      const problem = photoError(file, messages);
      if (problem) return setError(problem);
      // A HEIC file, most often: the server reads it, and squares it by itself.
      await send(file, false);
    },
    cancel: () => setCropping(undefined),
    crop: async (square: CropArea) => {
      if (!cropping) return;
      const cut = await cropToSquare(cropping, square).catch(() => null);
      setCropping(undefined);
      if (cut) await send(cut, true);
      else setError(messages.failed);
    },
  };
}

function errorText(failure: unknown, fallback: string): string {
  const refused = failure instanceof ApiError && REFUSED.includes(failure.status);
  return refused ? failure.message : fallback;
}

/** Frees an object address once another takes its place. */
function useRevokeObjectUrl(src: string | undefined): void {
  useEffect(() => {
    if (src) return () => URL.revokeObjectURL(src);
  }, [src]);
}
