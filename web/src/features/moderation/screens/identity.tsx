import { IdCard } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { KycCaseCard } from "../components/kyc-case-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "pending", label: "Waiting", empty: "Nothing is waiting" },
  { status: "approved", label: "Approved", empty: "Nothing approved yet" },
  { status: "rejected", label: "Rejected", empty: "Nothing rejected" },
] as const;

/** Members' identity documents; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Identity documents"
      intro="A member is verified with one ID and one bill. Look only at what you decide about."
      filtering={filtering}
      list={usePages("/api/admin/kyc", { query: { status } })}
      placeholders={2}
      empty={
        <EmptyState icon={<IdCard />} title={empty}>
          When somebody uploads a document, it shows up here.
        </EmptyState>
      }
    >
      {(item) => <KycCaseCard item={item} />}
    </Queue>
  );
}
