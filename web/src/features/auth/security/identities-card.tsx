import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useSite } from "@/lib/site";

type Identity = Schemas["Identity"];
const PATH = "/api/auth/identities";

/** The external accounts linked for signing in; hidden where the site has none. */
export function IdentitiesCard() {
  const label = useSite().data?.social;
  const identities = api.useQuery("get", PATH);
  const linked = identities.data ?? [];
  if (!label && linked.length === 0) return null;
  return (
    <Card>
      <section aria-labelledby="identities" className="grid gap-3">
        <h2 id="identities" className="text-title">
          Other ways to sign in
        </h2>
        {linked.length === 0 && !identities.isPending && (
          <p className="text-ink-2">
            None yet. To link one, choose 'Continue with {label}' on the sign-in page and use the
            email address of this account.
          </p>
        )}
        <ul className="grid gap-3">
          {linked.map((identity) => (
            <li key={identity.id}>
              <IdentityRow identity={identity} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

function IdentityRow({ identity }: { identity: Identity }) {
  const [asking, setAsking] = useState(false);
  const cache = useQueryCache();
  const unlink = api.useMutation("delete", "/api/auth/identities/{id}", {
    onSuccess: async () => {
      await cache.invalidate(PATH);
      toast.success(`${identity.provider} is no longer linked`);
    },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="block font-bold">{identity.provider}</span>
        <span className="block truncate text-small text-ink-2">{identity.email}</span>
        <span className="block text-small text-ink-2">
          Linked: {formatDay(identity.created_at)}
        </span>
      </p>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        Unlink<span className="sr-only"> {identity.provider}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Unlink ${identity.provider}?`}
        description="You can still sign in with your email and password. If you have no password yet, choose 'Forgot your password?' on the sign-in page first."
        confirmLabel="Unlink"
        variant="danger"
        busy={unlink.isPending}
        error={unlink.error ? messageOf(unlink.error) : undefined}
        onConfirm={() => unlink.mutate({ params: { path: { id: identity.id } } })}
      />
    </div>
  );
}
