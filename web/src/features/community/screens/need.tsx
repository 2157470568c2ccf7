import { Link, useParams } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { HeldNote } from "@/components/held-note";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { ReportButton } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { firstnameOf } from "@/lib/format";
import { AnswerCard } from "../components/answer-card";
import { NeedFacts } from "../components/need-facts";
import { NeedState } from "../components/need-state";
import { OwnActions } from "../components/own-actions";
import { PersonLocation } from "../components/person-location";
import { WhoAnswered } from "../components/who-answered";

type Need = Schemas["Need"];

/** A need: for its author with the answers and actions, for others with the way to answer. */
export function Component() {
  const { id = "" } = useParams();
  const need = api.useQuery("get", "/api/needs/{id}", { params: { path: { id } } });
  const { error } = need;
  const isGone = error instanceof ApiError && [404, 422].includes(error.status);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={need.data?.title ?? "A need"} back="/community" />
      {isGone && !need.data ? (
        <EmptyState
          art="people"
          title="This need is not on the board"
          action={<ButtonLink to="/community">See the board</ButtonLink>}
        >
          {messageOf(error)}
        </EmptyState>
      ) : (
        <Loaded query={need} skeleton={<NeedSkeleton />}>
          {(found) => <NeedView need={found} />}
        </Loaded>
      )}
    </div>
  );
}

function NeedSkeleton() {
  return (
    <Loading label="Loading the need">
      <div className="grid gap-4">
        <Skeleton className="h-44 rounded-m" />
        <Skeleton className="h-44 rounded-m" />
      </div>
    </Loading>
  );
}

function NeedView({ need }: { need: Need }) {
  const { id, author, text, is_own, helped, arranged_with, taken_down_reason } = need;
  const firstname = firstnameOf(author.name);
  return (
    <div className="grid gap-4">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          {is_own ? <p className="font-semibold">Your need</p> : <Author person={author} />}
          <NeedState need={need} />
        </div>
        {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        <NeedFacts need={need} />
        {helped && <p className="font-semibold wrap-anywhere">{helped.name} helped. Thank you!</p>}
        {is_own && arranged_with && <Arranged need={need} name={arranged_with.name} />}
        {need.moderation === "held" && <HeldNote />}
        {taken_down_reason && (
          <p className="rounded-s bg-danger-soft px-4 py-3 wrap-anywhere">
            Taken down by a moderator. The reason: {taken_down_reason}
          </p>
        )}
      </Card>
      {is_own ? (
        <>
          {need.moderation !== "held" && <WhoAnswered need={need} />}
          <OwnActions need={need} />
        </>
      ) : (
        <>
          <AnswerCard need={need} firstname={firstname} />
          <div className="justify-self-end">
            <ReportButton
              target={{ subject: "need", id, personId: author.id, firstname }}
              label="Report this need"
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Says with whom the author has arranged it, and leads to the booking. */
function Arranged({ need, name }: { need: Need; name: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-s bg-leaf-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        You have booked {name} for it. If that comes to nothing, your need is back on the board.
      </p>
      {need.booking_id && (
        <RequireModule name="bookings">
          <ButtonLink to={`/outward-progress/${need.booking_id}`} variant="quiet" size="small">
            See the booking
          </ButtonLink>
        </RequireModule>
      )}
    </div>
  );
}

function Author({ person }: { person: Need["author"] }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={person.name} photo={person.photourl} />
      <div className="min-w-0">
        <Link
          to={`/user-profile/${person.id}`}
          className="inline-flex min-h-6 items-center font-bold underline-offset-3 wrap-anywhere hover:underline"
        >
          {person.name}
        </Link>
        <p className="text-small text-ink-2">
          <PersonLocation person={person} />
        </p>
      </div>
    </div>
  );
}
