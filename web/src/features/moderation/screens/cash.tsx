import { Banknote } from "lucide-react";
import { useSearchParams } from "react-router";
import { Chip } from "@/components/chip";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { CashCard } from "../parts/cash-card";
import { MoreButton } from "../parts/more-button";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "refused", label: "Refused", empty: "Nothing refused" },
  { status: "lapsed", label: "Lapsed", empty: "Nothing lapsed" },
] as const;

/** Cash that needs a second admin; the filter stands in the address. */
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
        When an admin records much cash in a day, for one member or for all together, another has to
        approve it within seven days. To record some, choose a member.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend has no place here */}
      <div role="group" aria-label="Show" className="my-4 flex flex-wrap gap-2">
        {FILTERS.map(({ status, label }) => (
          <Chip
            key={status}
            pressed={status === shown.status}
            onClick={() => setParams({ status }, { replace: true, preventScrollReset: true })}
          >
            {label}
          </Chip>
        ))}
      </div>
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
