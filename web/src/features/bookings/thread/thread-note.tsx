import { Link } from "react-router";
import { StatusIcon } from "../components/status-badge";
import type { Booking } from "../format";

interface ThreadNoteProps {
  /** Status after the change. */
  status: Booking["status"] | "reviewed";
  text: string;
  /** Comment on the change, shown in quotation marks. */
  quote?: string | undefined;
  /** Address of the booking's page. */
  link: string;
}

/** A change of a booking as a line between messages, which links to the booking. */
export function ThreadNote({ status, text, quote, link }: ThreadNoteProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center py-0.5 text-center text-small text-ink-2">
      <p>
        <Link to={link} className="inline-block rounded-s px-2 py-1.5 hover:bg-sunk hover:text-ink">
          {status === "reviewed" ? (
            <span aria-hidden="true" className="mr-1.5 text-spark-deep">
              ★
            </span>
          ) : (
            <StatusIcon status={status} className="mr-1.5 inline size-4 align-[-3px]" />
          )}
          {text}
        </Link>
      </p>
      {quote && (
        <blockquote className="px-2 pb-1 wrap-anywhere whitespace-pre-wrap">{quote}</blockquote>
      )}
    </div>
  );
}
