import { UserSearch } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { PageHeader } from "@/components/page-header";
import { useSparks } from "@/lib/balance";
import { ExchangeForm } from "../components/exchange-form";
import { NeighbourSearch } from "../components/neighbour-search";
import { NoSparks } from "../components/no-sparks";
import { WithMember } from "../components/with-member";

/** Screen to write down a past exchange (`?with=` is the other member's id). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("with");
  const inUse = useSparks();
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Write down an exchange" back="/exchanges">
        For help between neighbours that had no booking.
      </PageHeader>
      {inUse === false ? (
        <NoSparks />
      ) : id ? (
        <WithMember id={id}>
          {({ firstname, lastname }) => (
            <>
              <h2 className="text-title wrap-anywhere">
                With {firstname} {lastname}
              </h2>
              <ExchangeForm id={id} name={firstname} />
            </>
          )}
        </WithMember>
      ) : (
        <Card className="grid gap-4">
          <h2 className="text-title">Who was it with?</h2>
          <NeighbourSearch pathOf={(found) => `/exchanges/new?with=${found}`} />
          <p className="text-ink-2">
            Or open your neighbour's profile and choose “Write down an exchange”.
          </p>
          <ButtonLink to="/explore-list" variant="quiet" block>
            <UserSearch aria-hidden="true" className="size-5" />
            Find a neighbour
          </ButtonLink>
        </Card>
      )}
    </div>
  );
}
