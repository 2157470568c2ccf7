interface UploadBarProps {
  /** Uploaded part, 0 to 1. */
  progress: number;
  /** Beginning of the text, "Uploading your document". */
  label: string;
  /** Text once everything is uploaded and the server works on it. */
  after: string;
}

/** Progress of an upload, as a bar and in percent. */
export function UploadBar({ progress, label, after }: UploadBarProps) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid gap-1">
      <progress aria-label={label} value={progress} max={1} className="h-2 w-full accent-leaf" />
      <p className="num text-small text-ink-2">{percent < 100 ? `${label}: ${percent}%` : after}</p>
    </div>
  );
}
