import { ImagePlus, X } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { FieldError } from "@/components/form";
import { cx } from "@/lib/cx";
import { acceptImages, MAX_IMAGES } from "../images";

interface ImagePickerProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** How many photos the skill has on the server already. */
  held?: number;
}

/** Chooses photos of a skill, with their previews; picked, dropped, or taken with the phone. */
export function ImagePicker({ files, onChange, held = 0 }: ImagePickerProps) {
  const [refusal, setRefusal] = useState<string>();
  const add = (chosen: File[]) => {
    const result = acceptImages(chosen, held + files.length);
    setRefusal(result.refusal);
    onChange([...files, ...result.accepted]);
  };
  const remove = (file: File) => {
    setRefusal(undefined);
    onChange(files.filter((other) => other !== file));
  };
  const room = MAX_IMAGES - held - files.length;
  return (
    <div className="grid gap-2">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal files may be chosen
          <li key={`${index} ${file.name}`}>
            <Preview file={file} onRemove={() => remove(file)} />
          </li>
        ))}
        {room > 0 && (
          <li>
            <DropZone onFiles={add} />
          </li>
        )}
      </ul>
      <p className="text-small text-ink-2">
        Up to {MAX_IMAGES} photos, each under 5 MB. The first one is shown in lists.
      </p>
      <FieldError>{refusal}</FieldError>
    </div>
  );
}

function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
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
      onFiles([...event.dataTransfer.files]);
    },
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that choosing the same file again counts as a choice.
          event.target.value = "";
        }}
      />
      <button
        type="button"
        {...drop}
        onClick={() => input.current?.click()}
        className={cx(
          "grid aspect-4/3 w-full place-content-center justify-items-center gap-1.5 rounded-m border-2 border-dashed border-edge text-small font-semibold text-ink-2 transition-colors hover:bg-sunk",
          over && "bg-leaf-soft",
        )}
      >
        <ImagePlus aria-hidden="true" className="size-7" />
        Add photos
      </button>
    </>
  );
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <PhotoTile src={url} name={file.name} onRemove={onRemove} />;
}

interface PhotoTileProps {
  src: string | undefined;
  /** For its button: 'Remove {name}'. */
  name: string;
  onRemove: () => void;
}

/** One photo with the button that takes it away. */
export function PhotoTile({ src, name, onRemove }: PhotoTileProps) {
  return (
    <div className="relative aspect-4/3 overflow-hidden rounded-m bg-sunk">
      {src && <img src={src} alt="" width={240} height={180} className="size-full object-cover" />}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-full bg-card text-ink shadow-card hover:bg-danger-soft hover:text-danger"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
