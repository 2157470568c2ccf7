import { Link } from "react-router";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatDateAndTime, formatDayInFull } from "@/lib/format";
import { AgreementForm } from "../components/agreement-form";

type Overview = Schemas["AgreementOverview"];
type Edition = Schemas["AgreementEdition"];

/** The texts that members agree to: who agreed, and asking members to accept them again. */
export function Component() {
  const query = api.useQuery("get", "/api/admin/agreements");
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Agreements</PageTitle>
      <Loaded
        query={query}
        error="The agreements could not be loaded."
        skeleton={
          <Loading label="Loading the agreements">
            <Skeleton className="h-96 rounded-m" />
          </Loading>
        }
      >
        {(overview) => <Agreements {...overview} />}
      </Loaded>
    </div>
  );
}

function Agreements({ current, editions, agreed, members }: Overview) {
  const now = editions.find(({ edition }) => edition === current);
  const earlier = editions.filter((edition) => edition !== now);
  if (!now) return <p className="text-ink-2">This site has no texts to agree to.</p>;
  return (
    <>
      <Card className="grid gap-4">
        <h2 className="text-title">Current texts</h2>
        <EditionFacts edition={now} />
        <p role="status" className="num">
          {agreed} of {members} {members === 1 ? "member has" : "members have"} agreed to them.
        </p>
        <p className="text-ink-2">
          Newcomers agree to the current texts. Members who joined before are asked only when you
          ask them, so that mending a typo asks nobody.
        </p>
      </Card>
      {!now.request && (
        <Card className="grid gap-4">
          <h2 className="text-title">Ask members to accept again</h2>
          <AgreementForm edition={now.edition} />
        </Card>
      )}
      {earlier.length > 0 && (
        <Card className="grid gap-4">
          <h2 className="text-title">Earlier texts</h2>
          <ul className="grid gap-4">
            {earlier.map((edition) => (
              <li key={edition.edition} className="border-line not-first:border-t not-first:pt-4">
                <EditionFacts edition={edition} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function EditionFacts({ edition: { edition, texts, seen_at, request } }: { edition: Edition }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        Edition {edition}, since {formatDateAndTime(seen_at)}
      </p>
      {texts.map(({ name, title, version }) => (
        <p key={name} className="text-small text-ink-2">
          <Link to={`/${name}`} className="font-semibold underline">
            {title}
          </Link>
          , version <span className="num">{version}</span>
        </p>
      ))}
      {request && (
        <p className="text-small text-ink-2">
          Members are asked since {formatDayInFull(request.asked_at)}, until{" "}
          {formatDayInFull(request.due_at)}:{" "}
          <q className="whitespace-pre-line">{request.changes}</q>
        </p>
      )}
    </div>
  );
}
