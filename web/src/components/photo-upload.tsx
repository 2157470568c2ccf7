import { Camera, ImagePlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { cx } from "@/lib/cx";
import { useFileDrop } from "@/lib/file-drop";
import { PHOTO_ACCEPT } from "@/lib/photo-file";
import { Avatar } from "./avatar";
import { FileButton } from "./file-picker";
import { FormMessage } from "./form";
import { type PhotoMessages, usePhotoUpload } from "./use-photo-upload";

const PhotoCrop = lazy(() =>
  import("./photo-crop").then((module) => ({ default: module.PhotoCrop })),
);

interface PhotoUploadProps {
  name: string;
  photo?: string | null | undefined;
  messages: PhotoMessages;
}

/** The member's own photo, with ways to replace it: pick, drop, or the camera; then crop. */
export function PhotoUpload({ name, photo, messages }: PhotoUploadProps) {
  const upload = usePhotoUpload(messages);
  const { over, drop } = useFileDrop((files) => upload.pick(files[0]));
  const busy = upload.progress !== null;
  return (
    <section
      aria-label="Your photo"
      {...drop}
      className={cx(
        "grid gap-3 rounded-m p-1 outline-dashed outline-2 outline-transparent transition-colors",
        over && "bg-leaf-soft outline-leaf",
      )}
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <PhotoFrame name={name} photo={upload.preview ?? photo} progress={upload.progress} />
        <div className="flex flex-wrap items-center gap-2">
          <FileButton accept={PHOTO_ACCEPT} onFile={upload.pick} busy={busy}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {photo ? "Change photo" : "Add a photo"}
          </FileButton>
          <span className="hidden pointer-coarse:contents">
            <FileButton accept={PHOTO_ACCEPT} capture="user" onFile={upload.pick} busy={busy}>
              <Camera aria-hidden="true" className="size-5" />
              Take a photo
            </FileButton>
          </span>
          <span className="hidden text-small text-ink-2 sm:pointer-fine:inline">
            or drop one here
          </span>
        </div>
      </div>
      <FormMessage>{upload.error}</FormMessage>
      {upload.cropping && (
        <Suspense>
          <PhotoCrop src={upload.cropping} onCancel={upload.cancel} onCrop={upload.crop} />
        </Suspense>
      )}
    </section>
  );
}

interface PhotoFrameProps {
  name: string;
  photo: string | null | undefined;
  /** Progress of an upload; null when none is running. */
  progress: number | null;
}

function PhotoFrame({ name, photo, progress }: PhotoFrameProps) {
  return (
    <div className="relative">
      <Avatar name={name} photo={photo} size="large" className="ring-4 ring-card" />
      {progress !== null && (
        <div className="absolute inset-0 grid place-items-center rounded-full bg-veil">
          <progress
            aria-label="Uploading your photo"
            value={progress}
            max={1}
            className="h-2 w-16 accent-spark"
          />
        </div>
      )}
    </div>
  );
}
