import { MessageSquareQuote } from "lucide-react";
import { type ComponentProps, useId, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { api, type Schemas } from "@/lib/api";
import { fieldOf } from "@/lib/form";
import { Button } from "./button";
import { Textarea } from "./form";
import { Loaded } from "./loaded";
import { RequireModule } from "./require-module";
import { Loading, Skeleton } from "./skeleton";

export type ReplyQueue = Schemas["CannedReply"]["queue"];

interface ReplyFieldProps<Values extends FieldValues>
  extends Omit<ComponentProps<typeof Textarea>, "form" | "name" | "ref"> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  /** Queue whose replies are offered; without one, the field has no replies. */
  queue: ReplyQueue | undefined;
}

/** A field for what staff write, into which they can insert a canned reply at the cursor. */
export function ReplyField<Values extends FieldValues>(props: ReplyFieldProps<Values>) {
  const { form, name, queue, ...rest } = props;
  const { ref, ...field } = fieldOf(form, name);
  const control = useRef<HTMLTextAreaElement | null>(null);
  const insert = (text: string) => {
    const area = control.current;
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    form.setValue(name, area.value as PathValue<Values, Path<Values>>, {
      shouldDirty: true,
      shouldValidate: true,
    });
    area.focus();
  };
  return (
    <div className="grid gap-2">
      <Textarea
        {...rest}
        {...field}
        ref={(area) => {
          control.current = area;
          ref(area);
        }}
      />
      {queue && (
        <RequireModule name="moderation">
          <ReplyMenu queue={queue} label={rest.label} onChoose={insert} />
        </RequireModule>
      )}
    </div>
  );
}

interface ReplyMenuProps {
  queue: ReplyQueue;
  label: string;
  onChoose: (text: string) => void;
}

/** A button that shows the replies of a queue; choosing one inserts it. */
function ReplyMenu({ queue, label, onChoose }: ReplyMenuProps) {
  const [open, setOpen] = useState(false);
  const list = useId();
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="small"
        variant="quiet"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <MessageSquareQuote aria-hidden="true" className="size-4" />
        Use a reply<span className="sr-only"> in {label}</span>
      </Button>
      <div id={list} hidden={!open} className="w-full">
        {open && (
          <Replies
            queue={queue}
            onChoose={(text) => {
              setOpen(false);
              onChoose(text);
            }}
          />
        )}
      </div>
    </div>
  );
}

function Replies({ queue, onChoose }: Pick<ReplyMenuProps, "queue" | "onChoose">) {
  return (
    <Loaded
      query={api.useQuery("get", "/api/admin/replies")}
      error="The replies could not be loaded."
      skeleton={
        <Loading label="Loading the replies">
          <Skeleton className="h-12 rounded-s" />
        </Loading>
      }
    >
      {(replies) => {
        const shown = replies.filter((reply) => reply.queue === queue);
        if (shown.length === 0) {
          return <p className="text-small text-ink-2">An admin can add replies under Replies.</p>;
        }
        return (
          <ul aria-label="Replies" className="divide-y divide-line rounded-s bg-sunk">
            {shown.map(({ id, title, text }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose(text)}
                  className="min-h-11 w-full rounded-s px-4 py-2 text-left hover:bg-card"
                >
                  <span className="block font-semibold wrap-anywhere">{title}</span>
                  <span className="line-clamp-2 text-small text-ink-2 wrap-anywhere">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
