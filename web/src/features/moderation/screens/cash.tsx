import { Banknote } from "lucide-react";
import { useSearchParams } from "react-router";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { CashCard } from "../components/cash-card";
import { FilterChips } from "../components/filter-chips";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "refused", label: "Refused", empty: "Nothing refused" },
  { status: "lapsed", label: "Lapsed", empty: "Nothing lapsed" },
] as const;

/** Cash that needs a second admin; the address keeps the filter. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const shown = FILTERS.find(({ status }) => status === params.get("status")) ?? FILTERS[0];
  const cash = usePages("/api/admin/wallet/cash-in", { query: { status: shown.status } });
  return (
    <section aria-labelledby="cash" className="max-w-3xl">
      <PageTitle>Cash</PageTitle>
      <h2 id="cash" className="text-title">
        Cash for a second admin
      </h2>
      <p className="text-ink-2">
        When an admin records a large amount of cash in a day, for one member or in total, another
        admin has to approve it within seven days. To record cash, choose a member.
      </p>
      <FilterChips
        filters={FILTERS}
        shown={shown.status}
        onChoose={(status) => setParams({ status }, { replace: true, preventScrollReset: true })}
        className="my-4"
      />
      <Loaded
        query={{ ...cash, data: cash.items }}
        skeleton={
          <SkeletonList count={2}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<Banknote />} title={shown.empty}>
            Cash that one admin alone may not record shows up here.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <CashCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={cash} />
    </section>
  );
}
