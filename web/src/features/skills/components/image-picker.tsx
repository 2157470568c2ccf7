import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useFilePicker } from "@/components/file-picker";
import { FieldError } from "@/components/form";
import { Spinner } from "@/components/spinner";
import { cx } from "@/lib/cx";
import { useFileDrop } from "@/lib/file-drop";
import { PHOTO_ACCEPT } from "@/lib/photo-file";
import { useShrink } from "@/lib/use-shrink";
import { acceptImages, MAX_IMAGES } from "../images";
import { moveItem, newPhoto, type Photo } from "../photos";
import { PhotoTiles } from "./photo-tiles";

interface ImagePickerProps {
  photos: readonly Photo[];
  onChange: (photos: Photo[]) => void;
  /** Removes a photo; at once by default. */
  onRemove?: (photo: Photo) => void;
}

/** Field for a skill's photos, in order; picked, dropped, or taken with the phone. */
export function ImagePicker({ photos, onChange, onRemove }: ImagePickerProps) {
  const [error, setError] = useState<string>();
  const { shrinking, shrink } = useShrink();
  // Photos may be moved and removed while others are being shrunk.
  const latest = useRef(photos);
  latest.current = photos;
  const add = async (files: File[]) => {
    if (shrinking) return;
    const resized = await shrink(files);
    const held = latest.current;
    const { accepted, error } = acceptImages(resized, held.length);
    setError(error);
    onChange([...held, ...accepted.map(newPhoto)]);
  };
  const remove = (photo: Photo) => {
    setError(undefined);
    if (onRemove) onRemove(photo);
    else onChange(photos.filter(({ id }) => id !== photo.id));
  };
  const { over, drop } = useFileDrop(add);
  return (
    <div {...drop} className="grid gap-2">
      <PhotoTiles
        photos={photos}
        onMove={(from, to) => onChange(moveItem(photos, from, to))}
        onRemove={remove}
      >
        {photos.length < MAX_IMAGES && <AddButton over={over} busy={shrinking} onFiles={add} />}
      </PhotoTiles>
      <p className="text-small text-ink-2">
        Up to {MAX_IMAGES} photos; large ones are made smaller. The first one is shown in lists.
        {photos.length > 1 && " Drag them, or use the arrows, to change their order."}
      </p>
      <FieldError>{error}</FieldError>
    </div>
  );
}

interface AddButtonProps {
  /** Whether files are dragged over it. */
  over: boolean;
  busy: boolean;
  onFiles: (files: File[]) => void;
}

function AddButton({ over, busy, onFiles }: AddButtonProps) {
  const { input, open } = useFilePicker(onFiles, { accept: PHOTO_ACCEPT, multiple: true });
  return (
    <>
      {input}
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={open}
        className={cx(
          "grid aspect-square w-full place-content-center justify-items-center gap-1.5 rounded-m border-2 border-dashed border-edge text-small font-semibold text-ink-2 transition-colors hover:bg-sunk sm:aspect-4/3",
          over && "bg-leaf-soft",
        )}
      >
        {busy ? <Spinner /> : <ImagePlus aria-hidden="true" className="size-7" />}
        Add photos
      </button>
    </>
  );
}
