import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { BillRow } from "../components/bill-row";
import { WithCards } from "../components/with-cards";

/** As many cards as a member may keep. */
const MOST = 5;

const add = (
  <ButtonLink to="/add-bills" variant="spark">
    Add a card
  </ButtonLink>
);

/** The cards that the member keeps. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Billing" back="/settings/payment">
        Cards that you keep here. We store their last four digits, never the whole number.
      </PageHeader>
      <WithCards otherwise="This community takes no cards, so there is none to keep.">
        {() => <Bills />}
      </WithCards>
    </div>
  );
}

function Bills() {
  return (
    <Loaded
      query={api.useQuery("get", "/api/settings/payment/billingmethods")}
      error="Your cards could not be loaded. They are safe."
      skeleton={
        <SkeletonList>
          <SkeletonRow />
        </SkeletonList>
      }
      empty={
        <EmptyState art="wallet" title="No card yet" action={add}>
          A card that you add is kept by our payment company, and offered when you top up or book.
          Here you see its brand, last four digits and expiry, and can remove it.
        </EmptyState>
      }
    >
      {(cards) => <CardList cards={cards} />}
    </Loaded>
  );
}

function CardList({ cards }: { cards: Schemas["BillingMethod"][] }) {
  return (
    <Card className="grid gap-4">
      <ul className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id}>
            <BillRow card={card} />
          </li>
        ))}
      </ul>
      {cards.length < MOST ? (
        <div>{add}</div>
      ) : (
        <p className="text-small text-ink-2">
          You keep five cards here, which is the most. Delete one to add another.
        </p>
      )}
    </Card>
  );
}
