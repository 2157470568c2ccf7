import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { client, messageOf, multipart, withProgress } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useProfileCache } from "@/lib/profile";
import { Avatar } from "./avatar";
import { Button } from "./button";
import { FormMessage } from "./form";
import { toast } from "./toast";

const MAX_BYTES = 5 * 1024 * 1024;

interface PhotoUploadProps {
  name: string;
  photo?: string | null | undefined;
  messages: { notAnImage: string; tooLarge: string; failed: string };
}

/** The own photo with every way to give a new one: pick, drop, or on a phone the camera. */
export function PhotoUpload({ name, photo, messages }: PhotoUploadProps) {
  const upload = usePhotoUpload(messages);
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      upload.start(event.dataTransfer.files[0]);
    },
  };
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
        <PhotoFrame name={name} photo={upload.preview ?? photo} share={upload.share} />
        <div className="flex flex-wrap gap-2">
          <FileButton onFile={upload.start} busy={upload.share !== null}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {photo ? "Change photo" : "Add a photo"}
          </FileButton>
          <FileButton
            capture
            onFile={upload.start}
            busy={upload.share !== null}
            className="hidden pointer-coarse:inline-flex"
          >
            <Camera aria-hidden="true" className="size-5" />
            Take a photo
          </FileButton>
        </div>
      </div>
      <FormMessage>{upload.error}</FormMessage>
    </section>
  );
}

function usePhotoUpload(messages: PhotoUploadProps["messages"]) {
  const cache = useProfileCache();
  const [preview, setPreview] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const start = async (file: File | undefined) => {
    if (!file || share !== null) return;
    const refusal = refusalOf(file, messages);
    setError(refusal);
    if (refusal) return;
    setPreview(URL.createObjectURL(file));
    setShare(0);
    try {
      await client.PUT("/api/users/profile/upload", {
        ...multipart<{ photo: string }>({ photo: file }),
        fetch: withProgress(setShare),
      });
      await cache.reload();
      toast.success("Photo saved");
    } catch (failure) {
      setError(messageOf(failure, messages.failed));
    }
    setPreview(undefined);
    setShare(null);
  };
  return { preview, share, error, start };
}

function refusalOf(file: File, messages: PhotoUploadProps["messages"]): string | undefined {
  if (!file.type.startsWith("image/")) return messages.notAnImage;
  return file.size > MAX_BYTES ? messages.tooLarge : undefined;
}

interface PhotoFrameProps {
  name: string;
  photo: string | null | undefined;
  /** How much of an upload has gone; null when none is under way. */
  share: number | null;
}

function PhotoFrame({ name, photo, share }: PhotoFrameProps) {
  return (
    <div className="relative">
      <Avatar name={name} photo={photo} size="large" className="ring-4 ring-card" />
      {share !== null && (
        <div className="absolute inset-0 grid place-items-center rounded-full bg-veil">
          <progress
            aria-label="Uploading your photo"
            value={share}
            max={1}
            className="h-2 w-16 accent-spark"
          />
        </div>
      )}
    </div>
  );
}

interface FileButtonProps {
  onFile: (file: File | undefined) => void;
  busy: boolean;
  /** Opens the camera that faces the person. */
  capture?: boolean;
  className?: string;
  children: ReactNode;
}

function FileButton({ onFile, busy, capture, className, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture={capture ? "user" : undefined}
        hidden
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // So that choosing the same file again counts as a choice.
          event.target.value = "";
        }}
      />
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        className={className}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
