import { HandHeart, UserSearch, UserX } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { ApiError, api } from "@/lib/api";
import { useSparks } from "@/lib/balance";
import { GiftList } from "../components/gift-list";
import { GiveForm } from "../components/give-form";
import { Pot } from "../components/pot";

/** Screen to give sparks (`?to=` is a member's id, or `community`), with all gifts so far. */
export function Component() {
  const [params] = useSearchParams();
  const to = params.get("to");
  const inUse = useSparks();
  return (
    <>
      <PageHeader title="Give sparks" back="/wallet">
        A thank you, or a hand up: sparks you give away are gone from your wallet for good.
      </PageHeader>
      {inUse === false ? (
        <EmptyState
          art="wallet"
          title="Nothing has a price here"
          action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
        >
          In this community neighbours help each other for free.
        </EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          {to === null ? <Choice /> : to === "community" ? <ToCommunity /> : <ToMember id={to} />}
          <Card>
            <h2 className="mb-1 text-title">Given and received</h2>
            <GiftList />
          </Card>
        </div>
      )}
    </>
  );
}

/** Asks who is to have the sparks. */
function Choice() {
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Who are they for?</h2>
      <p className="text-ink-2">
        Choose “Give sparks” on a neighbour's profile, or help the whole community.
      </p>
      <ButtonLink to="/explore-list" variant="quiet" block>
        <UserSearch aria-hidden="true" className="size-5" />
        Find a neighbour
      </ButtonLink>
      <ButtonLink to="/give-sparks?to=community" variant="spark" block>
        <HandHeart aria-hidden="true" className="size-5" />
        Give to the community
      </ButtonLink>
    </Card>
  );
}

function ToCommunity() {
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">To the community</h2>
      <Pot />
      <GiveForm to="community" name="the community" />
    </Card>
  );
}

function ToMember({ id }: { id: string }) {
  const person = api.useQuery("get", "/api/users/basic/profile/{id}", { params: { path: { id } } });
  const gone = person.error instanceof ApiError && [400, 404].includes(person.error.status);
  if (gone || person.data?.is_self) {
    return (
      <Card>
        <EmptyState
          icon={<UserX />}
          title="We cannot find this neighbour"
          action={<ButtonLink to="/explore-list">Find a neighbour</ButtonLink>}
        >
          Nothing has left your wallet.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="grid gap-4">
      <Loaded
        query={person}
        skeleton={
          <Loading>
            <Skeleton className="h-72 rounded-m" />
          </Loading>
        }
      >
        {({ firstname, lastname }) => (
          <>
            <h2 className="text-title wrap-anywhere">
              To {firstname} {lastname}
            </h2>
            <GiveForm to={id} name={firstname} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
