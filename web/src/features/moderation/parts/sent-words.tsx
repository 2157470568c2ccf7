import { CasePicture } from "./case-picture";

interface SentWordsProps {
  content?: string | null;
  /** Of its picture, if it has one. */
  pictureUrl?: string | null;
  loadPicture: (signal: AbortSignal) => Promise<Blob>;
  /** Who wrote it. */
  name: string;
  when: string;
}

/** What stands in a message that two members exchanged. */
export function SentWords({ content, pictureUrl, loadPicture, name, when }: SentWordsProps) {
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
