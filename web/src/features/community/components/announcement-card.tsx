import { Megaphone } from "lucide-react";
import { Card } from "@/components/card";
import { Prose } from "@/components/prose/prose";
import { blocksOf } from "@/components/prose/text-blocks";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";

/** An announcement as members see it. */
export function AnnouncementCard({ announcement }: { announcement: Schemas["Announcement"] }) {
  const { title, blocks, created_at, edited_at } = announcement;
  return (
    <Card className="grid gap-3">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-spark-soft text-spark-deep"
        >
          <Megaphone className="size-5" />
        </span>
        <div className="min-w-0">
          <h3 className="text-title wrap-anywhere">{title}</h3>
          <p className="num text-small text-ink-2">
            {formatWhen(created_at)}
            {edited_at && " · changed since"}
          </p>
        </div>
      </div>
      <div className="wrap-anywhere">
        <Prose blocks={blocksOf(blocks, 3)} />
      </div>
    </Card>
  );
}
