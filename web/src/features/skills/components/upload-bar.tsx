/** Progress of the photos' upload. */
export function UploadBar({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Uploading photos"
        value={share}
        max={1}
        className="h-2 w-full accent-leaf"
      />
      <p className="num text-small text-ink-2">
        {percent < 100 ? `Uploading photos: ${percent}%` : "Uploaded. Saving…"}
      </p>
    </div>
  );
}
