import { IdCard } from "lucide-react";
import { useSearchParams } from "react-router";
import { Chip } from "@/components/chip";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { KycCaseCard } from "../parts/kyc-case-card";
import { MoreButton } from "../parts/more-button";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "rejected", label: "Rejected", empty: "Nothing rejected" },
] as const;

/** The documents by which members show who they are; the filter stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const shown = FILTERS.find(({ status }) => status === params.get("status")) ?? FILTERS[0];
  const documents = usePages("/api/admin/kyc", { query: { status: shown.status } });
  return (
    <section aria-labelledby="identity" className="max-w-3xl">
      <PageTitle>Identity papers</PageTitle>
      <h2 id="identity" className="text-title">
        Identity papers
      </h2>
      <p className="text-ink-2">
        A member is verified with one ID and one bill. Look only at what you decide about.
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
        query={{ ...documents, data: documents.items }}
        skeleton={
          <SkeletonList count={2}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<IdCard />} title={shown.empty}>
            When somebody uploads a paper, it shows up here.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <KycCaseCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={documents} />
    </section>
  );
}
