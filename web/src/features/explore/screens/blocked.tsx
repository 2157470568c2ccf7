import { Ban } from "lucide-react";
import { Avatar } from "@/components/avatar";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { messageOf, type Schemas, usePages } from "@/lib/api";
import { BLOCKING, useUnblock } from "@/lib/block";
import { formatMonth } from "@/lib/format";

/** The people whom the member has blocked, with buttons to unblock. */
export function Component() {
  const people = usePages("/api/users/blocked");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="People you have blocked" back="/settings?tab=general" />
      <p className="mb-3 text-ink-2">{BLOCKING}</p>
      <PagedList
        list={people}
        placeholders={3}
        empty={
          <EmptyState icon={<Ban />} title="You have blocked nobody">
            If somebody bothers you, you can block them at the end of their profile.
          </EmptyState>
        }
        keyOf={({ user_id }) => user_id}
        more={{ block: false, className: "mt-5" }}
      >
        {(person) => <BlockedRow person={person} />}
      </PagedList>
    </div>
  );
}

function BlockedRow({ person }: { person: Schemas["BlockedPerson"] }) {
  const { user_id, name, photourl, created_at } = person;
  const unblock = useUnblock();
  const press = () =>
    unblock.mutate(
      { params: { path: { userId: user_id } } },
      {
        onSuccess: () => toast.success(`${name} is no longer blocked`),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <div className="flex items-center gap-3 py-3">
      <Avatar name={name} photo={photourl} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-bold">{name}</p>
        <p className="text-small text-ink-2">Since {formatMonth(created_at)}</p>
      </div>
      <Button variant="quiet" size="small" busy={unblock.isPending} onClick={press}>
        Unblock<span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}
