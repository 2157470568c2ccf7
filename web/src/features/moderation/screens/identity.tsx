import { IdCard } from "lucide-react";
import { useSearchParams } from "react-router";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { FilterChips } from "../components/filter-chips";
import { KycCaseCard } from "../components/kyc-case-card";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "rejected", label: "Rejected", empty: "Nothing rejected" },
] as const;

/** Members' identity documents; the address keeps the filter. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const shown = FILTERS.find(({ status }) => status === params.get("status")) ?? FILTERS[0];
  const documents = usePages("/api/admin/kyc", { query: { status: shown.status } });
  return (
    <section aria-labelledby="identity" className="max-w-3xl">
      <PageTitle>Identity documents</PageTitle>
      <h2 id="identity" className="text-title">
        Identity documents
      </h2>
      <p className="text-ink-2">
        A member is verified with one ID and one bill. Look only at what you decide about.
      </p>
      <FilterChips
        filters={FILTERS}
        shown={shown.status}
        onChoose={(status) => setParams({ status }, { replace: true, preventScrollReset: true })}
        className="my-4"
      />
      <Loaded
        query={{ ...documents, data: documents.items }}
        skeleton={
          <SkeletonList count={2}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<IdCard />} title={shown.empty}>
            When somebody uploads a document, it shows up here.
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
