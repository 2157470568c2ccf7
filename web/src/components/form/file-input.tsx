import { FileText, ImagePlus, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useShrink } from "@/lib/use-shrink";
import { Button, IconButton } from "../button";
import { useFilePicker } from "../file-picker";
import { FieldError } from "./field";

interface FileInputProps {
  label: string;
  hint?: string;
  optional?: boolean;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Accepts pictures only. */
  imagesOnly?: boolean;
  /** Limit in megabytes; a larger picture is shrunk. */
  maxMegabytes: number;
}

const MEGABYTE = 1024 * 1024;

/** One file to upload, with a preview when it is a picture. */
export function FileInput(props: FileInputProps) {
  const { label, hint, optional, file, onChange, imagesOnly, maxMegabytes } = props;
  const id = useId();
  const [error, setError] = useState<string>();
  const { shrinking, shrink } = useShrink(maxMegabytes);

  const take = async (picked: File | undefined) => {
    if (!picked || shrinking) return;
    const [resized = picked] = await shrink([picked]);
    const problem = fileError(resized, imagesOnly ?? false, maxMegabytes);
    setError(problem);
    if (!problem) onChange(resized);
  };
  const { input, open } = useFilePicker(([picked]) => take(picked), {
    "aria-label": label,
    accept: imagesOnly ? "image/*" : undefined,
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-2"> (optional)</span>}
      </span>
      {hint && <p className="text-small text-ink-2">{hint}</p>}
      {input}
      {file ? (
        <Chosen file={file} onRemove={() => onChange(null)} />
      ) : (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          busy={shrinking}
          onClick={open}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
          {imagesOnly ? "Add a picture" : "Add a file"}
        </Button>
      )}
      <FieldError>{error}</FieldError>
    </div>
  );
}

function fileError(file: File, imagesOnly: boolean, maxMegabytes: number): string | undefined {
  if (imagesOnly && !file.type.startsWith("image/")) return "Only image files are allowed";
  return file.size > maxMegabytes * MEGABYTE
    ? `File size must be less than ${maxMegabytes}MB`
    : undefined;
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const preview = usePreview(file);
  return (
    <div className="flex items-center gap-3 rounded-s bg-sunk p-2">
      {preview ? (
        <img src={preview} alt="Preview" className="h-20 w-28 shrink-0 rounded-s object-cover" />
      ) : (
        <FileText aria-hidden="true" className="m-3 size-8 shrink-0 text-ink-2" />
      )}
      <span className="min-w-0 flex-1 truncate text-small">{file.name}</span>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith("image/")) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
