import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Input } from "@/components/form";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { usePages } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { FilterChips } from "../components/filter-chips";
import { MailTroubles } from "../components/mail-troubles";
import { MemberRow } from "../components/member-row";
import { useMemberDialog } from "../components/use-member-dialog";

const DEBOUNCE_MS = 300;

const FILTERS = [
  { status: "", label: "Everybody" },
  { status: "pending", label: "Waiting" },
  { status: "suspended", label: "Suspended" },
  { status: "invited", label: "Invited" },
] as const;

const EMPTY_TITLES = {
  pending: "Nobody is waiting",
  suspended: "Nobody is suspended",
  invited: "Nobody was imported who has not opened their account",
};

/** All members and applicants; search and filter are kept in the URL. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const typed = params.get("q") ?? "";
  const q = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { status } = FILTERS.find((known) => known.status === params.get("status")) ?? FILTERS[0];
  const members = usePages("/api/admin/members", {
    query: { q: q || undefined, status: status || undefined },
  });
  // Here rather than in a row: a new search replaces the rows, even of a member just opened.
  const { manage, dialog } = useMemberDialog();
  const set = (name: "q" | "status", value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <Card>
        <PageTitle>Members</PageTitle>
        <h2 className="sr-only">Members</h2>
        <Input
          label="Find a member"
          type="search"
          hint="The beginning of a name or an email address"
          value={typed}
          onChange={(event) => set("q", event.target.value)}
        />
        <FilterChips
          filters={FILTERS}
          shown={status}
          onChoose={(chosen) => set("status", chosen)}
          className="mt-4"
        />
        <div className="mt-3">
          <PagedList
            list={members}
            placeholders={5}
            empty={
              <EmptyState title={q || !status ? "Nobody found" : EMPTY_TITLES[status]}>
                {q && "Try fewer letters."}
              </EmptyState>
            }
            keyOf={({ id }) => id}
          >
            {(member) => <MemberRow member={member} onManage={manage} />}
          </PagedList>
        </div>
      </Card>
      <MailTroubles />
      {dialog}
    </>
  );
}
