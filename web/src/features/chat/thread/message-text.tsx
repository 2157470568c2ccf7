import { piecesOf } from "./links";

/** The text of a message, with line breaks and links. Never parsed as markup. */
export function MessageText({ id, text }: { id?: string; text: string }) {
  let at = 0;
  return (
    <p id={id} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {piecesOf(text).map((piece) => {
        const key = at;
        at += piece.text.length;
        if (!piece.href) return piece.text;
        const isCall = piece.href.startsWith("tel:");
        return (
          <a
            key={key}
            href={piece.href}
            target={isCall ? undefined : "_blank"}
            rel={isCall ? undefined : "noopener noreferrer nofollow"}
            className="font-semibold underline underline-offset-2"
          >
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
