import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "@/components/card";
import { PersonLink } from "@/components/person-link";
import { client, type Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { useModule } from "@/lib/site";
import { CasePicture } from "./case-picture";
import { MessageContent } from "./message-content";
import { nameIn } from "./report-words";
import { SkillPictures } from "./skill-pictures";
import { TakenDown } from "./taken-down";

type Case = Schemas["ReportCase"];

/** The reported content, as it was then; a message with those before and after it. */
export function ReportedThing({ found }: { found: Case }) {
  const { report } = found;
  if (report.subject === "message") return <ReportedMessage found={found} />;
  if (report.subject === "skill") return <ReportedSkill found={found} />;
  return (
    <Card className="grid gap-3">
      {report.subject === "safety" && (
        <p>
          A private answer that came with the review below. {nameIn(report.reported)} must not learn
          of it: please do not mention it to them.
        </p>
      )}
      <Quote>{found.quote}</Quote>
      {report.reported.name && (
        <PersonLink id={report.reported.id} className="font-semibold underline">
          Look at the profile
        </PersonLink>
      )}
    </Card>
  );
}

/** The skill as reported and, if changed since, as it is now. */
function ReportedSkill({ found: { quote, skill } }: { found: Case }) {
  const hasSkills = useModule("skills");
  const now = skill && `${skill.skill_type}\n\n${skill.description}`;
  return (
    <Card className="grid gap-3">
      <Quote>{quote}</Quote>
      {skill && now !== quote && (
        <>
          <h3 className="font-text text-body font-bold tracking-normal">What it says now</h3>
          <Quote>{now}</Quote>
        </>
      )}
      {!skill && hasSkills && <p className="text-ink-2">The skill has been deleted.</p>}
      {skill && <SkillPictures pictures={skill.pictures} name={skill.skill_type} />}
      {skill?.taken_down && <TakenDown skill={skill} takedown={skill.taken_down} />}
      {skill && !skill.taken_down && (
        <Link to={`/service/${skill.id}`} className="font-semibold underline">
          Look at the skill
        </Link>
      )}
    </Card>
  );
}

function Quote({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <blockquote className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
      {children}
    </blockquote>
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
          {picture_url && (
            <CasePicture
              path={picture_url}
              alt={`Picture from ${nameIn(report.reported)}`}
              load={(signal) => loadReported(report.id, signal)}
            />
          )}
          {!quote && !picture_url && <p className="text-ink-2 italic">It no longer exists.</p>}
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
  const { id, sender_id, content, picture_url, created_at } = message;
  const { reporter, reported } = report;
  const name = nameIn(sender_id === reporter.id ? reporter : reported);
  const when = formatWhen(created_at);
  return (
    <li className="px-4 py-1">
      <p className="text-small text-ink-2">
        {name}, {when}
      </p>
      <MessageContent
        content={content}
        pictureUrl={picture_url}
        name={name}
        when={when}
        loadPicture={(signal) => loadNear(report.id, id, signal)}
      />
    </li>
  );
}

async function loadReported(id: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.GET("/api/admin/reports/{id}/picture", {
    params: { path: { id } },
    parseAs: "blob",
    signal,
  });
  return data as unknown as Blob;
}

async function loadNear(id: string, messageId: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.GET("/api/admin/reports/{id}/messages/{messageId}/picture", {
    params: { path: { id, messageId } },
    parseAs: "blob",
    signal,
  });
  return data as unknown as Blob;
}
