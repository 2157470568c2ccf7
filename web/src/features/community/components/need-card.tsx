import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { NeedFacts } from "./need-facts";
import { NeedState } from "./need-state";
import { PersonLocation } from "./person-location";

/** A need in a list. The whole card leads to it. */
export function NeedCard({ need }: { need: Schemas["Need"] }) {
  const { id, title, text, author, is_own } = need;
  return (
    <Card className="relative grid gap-3 transition-shadow hover:shadow-raised">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-48 text-title wrap-anywhere">
          <Link to={`/needs/${id}`} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h3>
        <NeedState need={need} />
      </div>
      {text && <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{text}</p>}
      <div className="flex items-center gap-3 text-small text-ink-2">
        <Avatar name={author.name} photo={author.photourl} size="small" />
        <PersonLocation name={is_own ? "You" : author.name} person={author} />
      </div>
      <NeedFacts need={need} />
    </Card>
  );
}
