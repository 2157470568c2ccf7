import { Check, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "@/components/button";
import { cx } from "@/lib/cx";
import type { Notice } from "../api/use-mark-read";
import type { Fold } from "./folded";
import { NoticeRow } from "./notice-row";

interface NoticeFoldProps {
  fold: Fold;
  onRead: (notices: Notice[]) => void;
}

/** The newest notice about a subject, the earlier ones, and a button to mark them. */
export function NoticeFold({ fold: { newest, earlier }, onRead }: NoticeFoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const all = [newest, ...earlier];
  const isNew = all.some(({ read }) => !read);
  const read = () => onRead(all);
  return (
    <>
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <NoticeRow notice={newest} onChoose={read} />
        </div>
        {isNew && (
          <IconButton
            label={`Mark as read: ${newest.title}`}
            title="Mark as read"
            className="text-ink-2"
            onClick={({ currentTarget }) => {
              // The button disappears with its purpose; the focus stays in the row.
              currentTarget.parentElement?.querySelector<HTMLElement>("a, button")?.focus();
              read();
            }}
          >
            <Check aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </div>
      {earlier.length > 0 && (
        <div className="pl-14">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {earlier.length === 1
              ? "1 earlier notification"
              : `${earlier.length} earlier notifications`}
            <ChevronDown
              aria-hidden="true"
              className={cx("size-4 transition-transform", open && "rotate-180")}
            />
          </Button>
        </div>
      )}
      <ul id={id} hidden={!open} className="ml-7 border-l border-line pl-4">
        {earlier.map((notice) => (
          <li key={notice.id}>
            <NoticeRow notice={notice} onChoose={read} />
          </li>
        ))}
      </ul>
    </>
  );
}
