import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { Input } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { MemberRow } from "../parts/member-row";
import { MoreButton } from "../parts/more-button";

const DEBOUNCE_MS = 300;

/** Everybody who has joined; the search stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const typed = params.get("q") ?? "";
  const q = useDebounced(typed.trim(), DEBOUNCE_MS);
  const members = usePages("/api/admin/members", { query: { q: q || undefined } });
  return (
    <Card>
      <PageTitle>Members</PageTitle>
      <h2 className="sr-only">Members</h2>
      <Input
        label="Find a member"
        type="search"
        hint="The beginning of a name or an email address"
        value={typed}
        onChange={(event) =>
          setParams(event.target.value ? { q: event.target.value } : {}, {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      <div className="mt-3">
        <Loaded
          query={{ ...members, data: members.items }}
          skeleton={
            <SkeletonList count={5}>
              <SkeletonRow />
            </SkeletonList>
          }
          empty={<EmptyState title="Nobody found">Try fewer letters.</EmptyState>}
        >
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((member) => (
                <li key={member.id}>
                  <MemberRow member={member} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <MoreButton list={members} />
      </div>
    </Card>
  );
}
