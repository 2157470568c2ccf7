/** Number of characters before the match that would push it out of the row. */
const BEFORE = 18;

interface FoundTextProps {
  text: string;
  term: string;
}

/** A found message on one line, cut to start shortly before the match, which is marked. */
export function FoundText({ text, term }: FoundTextProps) {
  const found = placeOf(text, term);
  if (!found) return text;
  const { from, to } = found;
  const start = from > BEFORE ? text.lastIndexOf(" ", from - 2) + 1 : 0;
  return (
    <>
      {start > 0 && "… "}
      {text.slice(start, from)}
      <mark className="rounded-[0.2em] bg-spark-soft font-semibold text-spark-deep">
        {text.slice(from, to)}
      </mark>
      {text.slice(to)}
    </>
  );
}

/**
 * Returns the position of the match, or one of its words: the server matches any order and form.
 */
function placeOf(text: string, term: string): { from: number; to: number } | undefined {
  const whole = text.toLowerCase();
  // Letters whose length depends on their case would shift the position.
  if (whole.length !== text.length) return undefined;
  for (const words of [term, ...term.split(/\s+/)]) {
    const from = whole.indexOf(words.toLowerCase());
    if (words && from >= 0) return { from, to: from + words.length };
  }
  return undefined;
}
