import { Camera, FileImage, ImageUp, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { IconButton } from "@/components/button";
import { FileButton } from "@/components/file-picker";
import { FieldError } from "@/components/form";
import { useObjectUrl } from "@/components/private-image";
import { cx } from "@/lib/cx";
import { useFileDrop } from "@/lib/file-drop";
import { useShrink } from "@/lib/use-shrink";
import { ACCEPTED, fileError } from "../document-file";

interface DocumentPickerProps {
  label: string;
  hint: string;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Error, after an attempt to submit. */
  error: string | undefined;
  /** Reports a file that cannot be used. */
  onInvalid: (problem: string) => void;
}

/** Field for a document's picture: picked, dropped, or taken with the phone. */
export function DocumentPicker(props: DocumentPickerProps) {
  const { label, hint, file, onChange, error, onInvalid } = props;
  const id = useId();
  const { group, announcement, noteChange } = usePickedFile(file);
  const change = (picked: File | null) => {
    noteChange(picked);
    onChange(picked);
  };
  const { shrinking, shrink } = useShrink();
  const accept = async (picked: File | undefined) => {
    if (!picked || shrinking) return;
    const [resized = picked] = await shrink([picked]);
    const problem = fileError(resized);
    if (problem) onInvalid(problem);
    else change(resized);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div
      ref={group}
      role="group"
      aria-labelledby={id}
      data-invalid={error && true}
      aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
      className="grid gap-1.5"
    >
      <span id={id} className="font-semibold">
        {label}
      </span>
      <p id={`${id}-hint`} className="text-small text-ink-2">
        {hint}
      </p>
      {file ? (
        <ChosenFile file={file} onRemove={() => change(null)} />
      ) : (
        <DropZone wrong={error !== undefined} onFile={accept} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Focuses the remaining button when the user adds or removes the file, and announces the change. */
function usePickedFile(file: File | null) {
  const group = useRef<HTMLDivElement>(null);
  const changedByUser = useRef(false);
  const [removed, setRemoved] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the file
  useEffect(() => {
    // The file also goes when the form is sent; the focus must then stay where it is.
    if (changedByUser.current) group.current?.querySelector("button")?.focus();
    changedByUser.current = false;
  }, [file]);
  return {
    group,
    announcement: file ? `${file.name} chosen` : removed && "Picture removed",
    noteChange: (picked: File | null) => {
      changedByUser.current = true;
      setRemoved(picked === null);
    },
  };
}

function DropZone({ wrong, onFile }: { wrong: boolean; onFile: (file: File | undefined) => void }) {
  const { over, drop } = useFileDrop((files) => onFile(files[0]));
  return (
    <div
      {...drop}
      className={cx(
        "grid justify-items-center gap-3 rounded-m border-2 border-dashed px-4 py-8 text-center transition-colors",
        wrong ? "border-danger" : "border-edge",
        over && "bg-leaf-soft",
      )}
    >
      <ImageUp aria-hidden="true" className="size-9 text-leaf" />
      <p className="text-small text-ink-2">
        <span className="hidden pointer-fine:inline">Drop the picture here, or choose it. </span>
        JPG, PNG, WebP, HEIC or SVG. Large photos are made smaller.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton accept={`${ACCEPTED},.heic,.heif,.svg`} onFile={onFile}>
          <FileImage aria-hidden="true" className="size-5" />
          Choose a picture
        </FileButton>
        <span className="hidden pointer-coarse:contents">
          <FileButton accept="image/*" capture="environment" onFile={onFile}>
            <Camera aria-hidden="true" className="size-5" />
            Take a photo
          </FileButton>
        </span>
      </div>
    </div>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const preview = useObjectUrl(file);
  // Few browsers can show HEIC, the format of iPhones.
  const [previewFailed, setPreviewFailed] = useState(false);
  return (
    <div className="flex items-center gap-3 rounded-m bg-sunk p-2">
      {preview && !previewFailed ? (
        <img
          src={preview}
          alt="Preview"
          onError={() => setPreviewFailed(true)}
          className="h-24 w-32 shrink-0 rounded-s object-cover"
        />
      ) : (
        <FileImage aria-hidden="true" className="m-4 size-9 shrink-0 text-ink-2" />
      )}
      <span className="min-w-0 flex-1 truncate text-small">{file.name}</span>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
