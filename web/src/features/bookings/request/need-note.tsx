import { Link } from "react-router";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";

/** Says for which need the form is, and how it was filled in. */
export function NeedNote({ need }: { need: Schemas["Need"] }) {
  const { id, title, tokens } = need;
  return (
    <div className="grid gap-1 rounded-m bg-leaf-soft px-4 py-3">
      <p className="wrap-anywhere">
        For your need{" "}
        <Link to={`/needs/${id}`} className="font-semibold text-leaf underline">
          {title}
        </Link>
        . Its words are filled in below.
      </p>
      {tokens > 0 && (
        <p className="num text-small text-ink-2">
          You offered <Sparks amount={tokens} spelled />, so the length is what comes nearest to
          that.
        </p>
      )}
    </div>
  );
}
