import { HandHeart, UserSearch } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { PageHeader } from "@/components/page-header";
import { useSparks } from "@/lib/balance";
import { GiftList } from "../components/gift-list";
import { GiveForm } from "../components/give-form";
import { NeighbourSearch } from "../components/neighbour-search";
import { NoSparks } from "../components/no-sparks";
import { Pot } from "../components/pot";
import { WithMember } from "../components/with-member";

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
        <NoSparks />
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
      <NeighbourSearch pathOf={(id) => `/give-sparks?to=${id}`} />
      <p className="text-ink-2">
        Or choose “Give sparks” on a neighbour's profile, or help the whole community.
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
  return (
    <WithMember id={id}>
      {({ firstname, lastname }) => (
        <>
          <h2 className="text-title wrap-anywhere">
            To {firstname} {lastname}
          </h2>
          <GiveForm to={id} name={firstname} />
        </>
      )}
    </WithMember>
  );
}
