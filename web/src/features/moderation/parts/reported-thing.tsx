import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { PrivateImage } from "@/components/private-image";
import { client, queryKey, type Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { nameIn } from "./report-words";

type Case = Schemas["ReportCase"];

/** What was reported, as it was then; a message among the few before and after it. */
export function ReportedThing({ found }: { found: Case }) {
  const { report, quote } = found;
  if (report.subject === "message") return <ReportedMessage found={found} />;
  const to =
    report.subject === "skill"
      ? `/service/${report.subject_id}`
      : `/user-profile/${report.subject_id}`;
  return (
    <Card className="grid gap-3">
      {quote && (
        <blockquote className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
          {quote}
        </blockquote>
      )}
      <Link to={to} className="font-semibold underline">
        {report.subject === "skill" ? "Look at the skill" : "Look at the profile"}
      </Link>
    </Card>
  );
}

function ReportedMessage({ found }: { found: Case }) {
  const { report, quote, picture_url, before, after } = found;
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">In their conversation</h3>
      <ol className="grid gap-2">
        {before.map((message) => (
          <ContextLine key={message.id} message={message} report={report} />
        ))}
        <li className="grid gap-2 rounded-s bg-danger-soft px-4 py-3">
          <p className="text-small font-semibold">{nameIn(report.reported)}, reported</p>
          {quote && <p className="whitespace-pre-line wrap-anywhere">{quote}</p>}
          {picture_url && <ReportedPicture report={report} />}
          {!quote && !picture_url && <p className="text-ink-2 italic">Nothing is left of it.</p>}
        </li>
        {after.map((message) => (
          <ContextLine key={message.id} message={message} report={report} />
        ))}
      </ol>
    </Card>
  );
}

interface ContextLineProps {
  message: Schemas["ReportContext"];
  report: Schemas["Report"];
}

function ContextLine({ message, report }: ContextLineProps) {
  const { sender_id, content, picture, created_at } = message;
  const { reporter, reported } = report;
  return (
    <li className="px-4 py-1">
      <p className="text-small text-ink-2">
        {nameIn(sender_id === reporter.id ? reporter : reported)}, {formatWhen(created_at)}
      </p>
      {content && <p className="whitespace-pre-line wrap-anywhere">{content}</p>}
      {picture && <p className="text-ink-2 italic">A picture</p>}
      {!content && !picture && <p className="text-ink-2 italic">Removed by staff</p>}
    </li>
  );
}

/** Shown only to whoever asks for it: it may be what nobody wants to see. */
function ReportedPicture({ report }: { report: Schemas["Report"] }) {
  const [shown, setShown] = useState(false);
  const { id } = report;
  if (!shown) {
    return (
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => setShown(true)}
      >
        Show the picture
      </Button>
    );
  }
  return (
    <PrivateImage
      queryKey={queryKey("/api/admin/reports/{id}/picture", { path: { id } })}
      load={(signal) => loadPicture(id, signal)}
      alt={`Picture from ${nameIn(report.reported)}`}
    />
  );
}

async function loadPicture(id: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.GET("/api/admin/reports/{id}/picture", {
    params: { path: { id } },
    parseAs: "blob",
    signal,
  });
  return data as unknown as Blob;
}
