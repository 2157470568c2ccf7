import { EllipsisVertical } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { ReportDialog } from "@/components/report";
import { toast } from "@/components/toast";
import { useSession } from "@/lib/session";
import { useModule } from "@/lib/site";
import { useCopy } from "@/lib/use-copy";
import type { Message } from "../api/use-thread";
import type { MenuEntry } from "./menu-popup";

/** Id of the hint on how to reach the menus of other messages. */
export const MENU_HINT = "menu-hint";

const load = () => import("./menu-popup");
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

/** An action on a message. */
type Option = "copy" | "report";

/** Returns a function that lists the actions on a message in the conversation. */
export function useMessageOptions(otherId: string): (message: Message) => Option[] {
  // The server accepts no reports from a delegate.
  const acting = useSession()?.acting;
  const moderated = (useModule("moderation") ?? false) && !acting;
  const { copy } = useCopy();
  return ({ content, removed, sender_id }) => {
    const options: Option[] = [];
    if (copy && content) options.push("copy");
    if (moderated && sender_id === otherId && !removed) options.push("report");
    return options;
  };
}

interface MessageMenuProps {
  message: Message;
  options: readonly Option[];
  /** First name of the other person. */
  firstname: string;
  /** Whether this button is the tab stop. */
  stop: boolean;
  /** Id of the element with the message's text. */
  about: string;
}

/** Menu button beside a message, visible on hover, on focus, and after a touch of the message. */
export function MessageMenu({ message, options, firstname, stop, about }: MessageMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const [reporting, setReporting] = useState(false);
  const { copy } = useCopy();
  // A failed fetch is repeated when the menu opens.
  const prepare = () => load().catch(() => undefined);

  const entries: Record<Option, MenuEntry> = {
    copy: {
      name: "Copy text",
      onChoose: async () => {
        await copy?.(message.content);
        toast.success("Copied");
      },
    },
    report: { name: "Report this message", onChoose: () => setReporting(true) },
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        data-menu={message.id}
        tabIndex={stop ? 0 : -1}
        aria-label="Message options"
        aria-haspopup="dialog"
        aria-expanded={open}
        // Described only as a tab stop: a screen reader has just read the message otherwise.
        aria-describedby={stop ? `${about} ${MENU_HINT}` : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setNeeded(true);
          setOpen(!open);
        }}
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink-2 opacity-0 group-focus-within/message:opacity-100 hover:bg-sunk hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-fine:group-hover/message:opacity-100"
      >
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </button>
      {needed && (
        <Suspense>
          <MenuPopup
            open={open}
            onOpenChange={setOpen}
            button={button}
            entries={options.map((option) => entries[option])}
          />
        </Suspense>
      )}
      {reporting && (
        <ReportDialog
          open
          onOpenChange={setReporting}
          target={{ subject: "message", id: message.id, personId: message.sender_id, firstname }}
        />
      )}
    </>
  );
}
