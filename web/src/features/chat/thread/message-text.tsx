import { piecesOf } from "./links";

/** What somebody wrote, with its lines as they were and its links to follow. Never read as markup. */
export function MessageText({ id, text }: { id?: string; text: string }) {
  let at = 0;
  return (
    <p id={id} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {piecesOf(text).map((piece) => {
        const key = at;
        at += piece.text.length;
        if (!piece.href) return piece.text;
        return (
          <a
            key={key}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-semibold underline underline-offset-2"
          >
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
