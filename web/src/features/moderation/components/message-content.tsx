import { CasePicture } from "./case-picture";

interface MessageContentProps {
  content?: string | null;
  /** Address of the picture, if the message has one. */
  pictureUrl?: string | null;
  loadPicture: (signal: AbortSignal) => Promise<Blob>;
  /** Author of the message. */
  name: string;
  when: string;
}

/** Content of a message between two members. */
export function MessageContent({
  content,
  pictureUrl,
  loadPicture,
  name,
  when,
}: MessageContentProps) {
  return (
    <>
      {content && <p className="whitespace-pre-line wrap-anywhere">{content}</p>}
      {pictureUrl && (
        <CasePicture
          path={pictureUrl}
          of={`${name}, ${when}`}
          alt={`Picture from ${name}`}
          load={loadPicture}
        />
      )}
      {!content && !pictureUrl && <p className="text-ink-2 italic">Removed by staff</p>}
    </>
  );
}
