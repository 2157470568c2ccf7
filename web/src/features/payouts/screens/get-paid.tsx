import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { api, type Schemas } from "@/lib/api";
import { CashOnly } from "../components/cash-only";
import { MethodRow } from "../components/method-row";

/** As many bank accounts as a member may keep. */
const MOST = 5;

/** The member's bank accounts. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Get Paid" back="/settings/payment">
        Keep the bank account here into which you want to be paid. Withdrawing is not possible yet.
      </PageHeader>
      <CashOnly>
        <Methods />
      </CashOnly>
    </div>
  );
}

function Methods() {
  const methods = api.useQuery("get", "/api/settings/payment/withdrawalmethods");
  return (
    <Loaded
      query={methods}
      error="Your bank accounts could not be loaded. They are safe."
      skeleton={
        <SkeletonList>
          <SkeletonRow />
        </SkeletonList>
      }
    >
      {(known) => <MethodList methods={known} />}
    </Loaded>
  );
}

function MethodList({ methods }: { methods: Schemas["WithdrawalMethod"][] }) {
  if (methods.length === 0) {
    return (
      <EmptyState
        art="wallet"
        title="No bank account yet"
        action={
          <ButtonLink to="/add-withdrawal" variant="spark">
            Add a bank account
          </ButtonLink>
        }
      >
        We keep its numbers encrypted, and show you only their last digits.
      </EmptyState>
    );
  }
  return (
    <Card className="grid gap-4">
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <li key={method.id}>
            <MethodRow method={method} />
          </li>
        ))}
      </ul>
      {methods.length < MOST ? (
        <div>
          <ButtonLink to="/add-withdrawal" variant="spark">
            Add a bank account
          </ButtonLink>
        </div>
      ) : (
        <p className="text-small text-ink-2">
          You have five bank accounts here, which is the most. Delete one to add another.
        </p>
      )}
    </Card>
  );
}
