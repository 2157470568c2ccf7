import { useEffect, useState } from "react";
import { ApiError, client, multipart, withProgress } from "@/lib/api";
import { type CropArea, cropToSquare } from "@/lib/draw-photo";
import { canDisplay, isImage, photoError } from "@/lib/photo-file";
import { useProfileCache } from "@/lib/profile";
import { toast } from "./toast";

/** Error messages for a photo that cannot be used. */
export interface PhotoMessages {
  notAnImage: string;
  tooLarge: string;
  failed: string;
}

/** Statuses for a too large, unsupported or damaged picture. The response says which. */
const REFUSED = [413, 415, 422];

/** Takes a file, lets the person crop it if this browser can show it, and uploads it. */
export function usePhotoUpload(messages: PhotoMessages) {
  const cache = useProfileCache();
  const [cropping, setCropping] = useState<string>();
  const [preview, setPreview] = useState<string>();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  useRevokeObjectUrl(cropping);
  useRevokeObjectUrl(preview);

  const send = async (file: File, showable: boolean) => {
    if (showable) setPreview(URL.createObjectURL(file));
    setProgress(0);
    try {
      await client.PUT("/api/users/profile/upload", {
        ...multipart<{ photo: string }>({ photo: file }),
        fetch: withProgress(setProgress),
      });
      await cache.reload();
      toast.success("Photo saved");
    } catch (failure) {
      setError(errorText(failure, messages.failed));
    }
    setPreview(undefined);
    setProgress(null);
  };

  return {
    /** Object URL of the picture being cropped. */
    cropping,
    /** Object URL of the picture being uploaded. */
    preview,
    /** Progress of the upload, from 0 to 1; null when none is running. */
    progress,
    error,
    pick: async (file: File | undefined) => {
      if (!file || progress !== null) return;
      setError(undefined);
      // The cropped part is small, whatever the size of the file.
      if (isImage(file) && (await canDisplay(file))) {
        return setCropping(URL.createObjectURL(file));
      }
      const problem = photoError(file, messages);
      if (problem) return setError(problem);
      // Most often a HEIC file: the server decodes and crops it.
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

/** Revokes an object URL once another replaces it. */
function useRevokeObjectUrl(src: string | undefined): void {
  useEffect(() => {
    if (src) return () => URL.revokeObjectURL(src);
  }, [src]);
}
