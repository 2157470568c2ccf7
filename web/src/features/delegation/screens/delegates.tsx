import { HandHelping } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { PersonLink } from "@/components/person-link";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { messageOf, type Schemas } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";
import { actFor, useSession } from "@/lib/session";
import { useDelegationChange, useDelegations } from "../api/use-delegations";

type Delegation = Schemas["Delegation"];

/** Who acts for the member, and for whom they act. */
export function Component() {
  const acting = useSession()?.acting;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Helpers" back={acting ? "/explore" : "/settings"}>
        A helper reads, books, answers and writes exchanges down for a neighbour who does not use a
        computer. What they do is marked with their name.
      </PageHeader>
      {acting ? <WhileActing name={acting.name} /> : <Own />}
    </div>
  );
}

function WhileActing({ name }: { name: string }) {
  return (
    <EmptyState
      icon={<HandHelping />}
      title={`You act for ${name}`}
      action={<Button onClick={() => actFor(null)}>Act for myself again</Button>}
    >
      Everything you see and do here is {name}'s.
    </EmptyState>
  );
}

function Own() {
  return (
    <Loaded
      query={useDelegations()}
      error="The helpers could not be loaded."
      skeleton={
        <SkeletonList>
          <SkeletonRow />
        </SkeletonList>
      }
    >
      {({ own, for_others }) =>
        !own && for_others.length === 0 ? (
          <EmptyState icon={<HandHelping />} title="No helpers here">
            Nobody acts for you, and you act for nobody. If you need a hand, or would like to help
            somebody, ask the hosts: they put the two of you together.
          </EmptyState>
        ) : (
          <div className="grid gap-6">
            {own && <OwnHelper delegation={own} />}
            {for_others.length > 0 && <Helped delegations={for_others} />}
          </div>
        )
      }
    </Loaded>
  );
}

function OwnHelper({ delegation }: { delegation: Delegation }) {
  const { delegate_id, delegate, member_id, status, since } = delegation;
  const { accept } = useDelegationChange();
  const isPending = status === "asked";
  return (
    <section aria-labelledby="own" className="grid gap-3">
      <h2 id="own" className="text-title">
        Your helper
      </h2>
      <Card className="grid gap-3">
        <p className="font-semibold">
          <PersonLink id={delegate_id}>{delegate || "A former member"}</PersonLink>
        </p>
        <p className="text-ink-2">
          {isPending
            ? `The hosts suggest that ${delegate} helps you. They could read your messages and bookings, book and answer for you. Nothing changes until you accept.`
            : `Acts for you since ${formatDayInFull(since)}. They read your messages and bookings, book and answer for you.`}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <EndButton
            memberId={member_id}
            label={isPending ? "Decline" : "End it"}
            title={isPending ? `Decline ${delegate} as your helper?` : `End it with ${delegate}?`}
          >
            {isPending
              ? "They are told."
              : "They can do nothing for you from then on, and are told."}
          </EndButton>
          {isPending && (
            <Button
              size="small"
              busy={accept.isPending}
              onClick={() =>
                accept.mutate(
                  { params: { path: { member_id } } },
                  {
                    onSuccess: () => toast.success(`${delegate} can act for you now`),
                    onError: (error) => toast.error(messageOf(error)),
                  },
                )
              }
            >
              Accept
            </Button>
          )}
        </div>
      </Card>
    </section>
  );
}

function Helped({ delegations }: { delegations: Delegation[] }) {
  return (
    <section aria-labelledby="helped" className="grid gap-3">
      <h2 id="helped" className="text-title">
        Neighbours you help
      </h2>
      <ul className="grid gap-3">
        {delegations.map((delegation) => (
          <li key={delegation.member_id}>
            <HelpedCard delegation={delegation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function HelpedCard({ delegation }: { delegation: Delegation }) {
  const { member_id, member, status, signs_in, since } = delegation;
  const navigate = useNavigate();
  const isPending = status === "asked";
  const act = () => {
    actFor({ id: member_id, name: member });
    navigate("/explore");
  };
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">
          <PersonLink id={member_id}>{member || "A former member"}</PersonLink>
        </p>
        {isPending && <Badge tone="spark">Has yet to accept</Badge>}
      </div>
      <p className="text-small text-ink-2">
        {isPending
          ? `Asked on ${formatDayInFull(since)}.`
          : `Since ${formatDayInFull(since)}.${signs_in ? "" : " Emails to them come to you."}`}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <EndButton memberId={member_id} label="Stop helping" title={`Stop helping ${member}?`}>
          You can do nothing for them from then on. The hosts can appoint somebody else.
        </EndButton>
        {!isPending && (
          <Button size="small" onClick={act}>
            Act for {member}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface EndButtonProps {
  memberId: string;
  label: string;
  title: string;
  children: ReactNode;
}

function EndButton({ memberId, label, title, children }: EndButtonProps) {
  const [asking, setAsking] = useState(false);
  const { end } = useDelegationChange();
  const confirm = () =>
    end.mutate(
      { params: { path: { member_id: memberId } } },
      {
        onSuccess: () => {
          setAsking(false);
          toast.success("Ended");
        },
      },
    );
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        description={children}
        confirmLabel={label}
        variant="danger"
        busy={end.isPending}
        error={end.error ? messageOf(end.error) : undefined}
        onConfirm={confirm}
      />
    </>
  );
}
