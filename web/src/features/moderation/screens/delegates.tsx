import { HandHelping } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { PersonLink } from "@/components/person-link";
import { ReasonDialog } from "@/components/reason-dialog";
import { RequireModule } from "@/components/require-module";
import { toast } from "@/components/toast";
import { api, type Schemas, usePages } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";
import { AppointForm } from "../delegates/appoint-form";
import { NewMemberForm } from "../delegates/new-member-form";
import { useReloadHelpers } from "../delegates/use-reload";

/** Members who act for others: adding a neighbour without an address, appointing and ending. */
export function Component() {
  const [form, setForm] = useState<"new" | "appoint">();
  const close = () => setForm(undefined);
  return (
    <section aria-labelledby="helpers" className="grid max-w-3xl gap-4">
      <PageTitle>Helpers</PageTitle>
      <div>
        <h2 id="helpers" className="text-title">
          Helpers
        </h2>
        <p className="text-ink-2">
          Members who act for a neighbour without a computer: they read, book, answer and write
          exchanges down. Everything is marked with their name and stands in the audit log.
        </p>
      </div>
      <RequireModule name="moderation">
        {form ? (
          <Card>
            {form === "new" ? <NewMemberForm onDone={close} /> : <AppointForm onDone={close} />}
          </Card>
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setForm("new")}>Add a neighbour without email</Button>
            <Button variant="quiet" onClick={() => setForm("appoint")}>
              Appoint a helper for a member
            </Button>
          </div>
        )}
      </RequireModule>
      <PagedList
        list={usePages("/api/admin/delegations")}
        cards
        keyOf={({ member_id }) => member_id}
        placeholders={3}
        empty={
          <EmptyState icon={<HandHelping />} title="No helpers yet">
            Add a neighbour who has no email address, and choose who helps them.
          </EmptyState>
        }
      >
        {(delegation) => <DelegationCard delegation={delegation} />}
      </PagedList>
    </section>
  );
}

function DelegationCard({ delegation }: { delegation: Schemas["Delegation"] }) {
  const { member_id, member, delegate_id, delegate, status, signs_in, since } = delegation;
  const [ending, setEnding] = useState(false);
  const end = api.useMutation("put", "/api/admin/delegations/{member_id}/end", {
    onSettled: useReloadHelpers(),
    onSuccess: () => {
      toast.success("Ended");
    },
  });
  const name = member || "A former member";
  return (
    <Card className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <PersonLink id={delegate_id} className="font-semibold hover:underline">
            {delegate || "A former member"}
          </PersonLink>{" "}
          for{" "}
          <PersonLink id={member_id} className="font-semibold hover:underline">
            {name}
          </PersonLink>
        </p>
        {status === "asked" && <Badge tone="spark">Has yet to accept</Badge>}
      </div>
      <p className="text-small text-ink-2">
        {status === "asked" ? "Asked on" : "Since"} {formatDayInFull(since)}
        {!signs_in && " · has no email address"}
      </p>
      <Button
        size="small"
        variant="quiet"
        className="justify-self-end"
        onClick={() => setEnding(true)}
      >
        End it<span className="sr-only"> for {name}</span>
      </Button>
      {ending && (
        <ReasonDialog
          title={`End it for ${name}?`}
          description="The helper can do nothing for them from then on."
          hint="Both of them read it."
          action="End it"
          busy={end.isPending}
          send={(reason) => end.mutateAsync({ params: { path: { member_id } }, body: { reason } })}
          onClose={() => setEnding(false)}
        />
      )}
    </Card>
  );
}
