import { Button } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatWhenInSentence } from "@/lib/format";
import { useSession } from "@/lib/session";

interface ClaimLineProps {
  queue: Schemas["ClaimQueue"];
  /** Id of the case in its queue. */
  id: string | number;
  /** What it is, for screen readers, such as 'the report about Ana'. */
  what: string;
}

const PATH = "/api/admin/claims/{queue}";

/** Says who takes care of a case, with a button to take it or to leave it to others. */
export function ClaimLine(props: ClaimLineProps) {
  return (
    <RequireModule name="moderation">
      <Claim {...props} />
    </RequireModule>
  );
}

function Claim({ queue, id, what }: ClaimLineProps) {
  const me = useSession()?.claims.id;
  const cache = useQueryCache();
  const claims = api.useQuery("get", PATH, { params: { path: { queue } } });
  const callbacks = {
    // A colleague may have been faster: reload the current state.
    onSettled: () => cache.invalidate(PATH, "/api/admin/audit"),
    onError: (error: unknown) => toast.error(messageOf(error)),
  };
  const take = api.useMutation("put", "/api/admin/claims/{queue}/{id}", callbacks);
  const release = api.useMutation("delete", "/api/admin/claims/{queue}/{id}", callbacks);
  const target = { params: { path: { queue, id: String(id) } } };
  const claim = claims.data?.find((claim) => claim.case_id === String(id));
  const isMine = claim?.user_id === me;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p role="status" className="text-small text-ink-2">
        {claim && claimText(claim, isMine)}
        {claims.data && !claim && "Nobody is taking care of this yet."}
      </p>
      {(!claim || isMine) && (
        <Button
          size="small"
          variant="quiet"
          busy={take.isPending || release.isPending}
          onClick={() => (isMine ? release : take).mutate(target)}
        >
          {isMine ? "Leave it to others" : "Take it"}
          <span className="sr-only">: {what}</span>
        </Button>
      )}
    </div>
  );
}

/** Returns who takes care of a case, and since when. */
export function claimText({ name, at }: { name?: string; at: string }, isMine: boolean): string {
  const who = isMine ? "You are" : `${name ?? "A former colleague"} is`;
  return `${who} taking care of this (since ${formatWhenInSentence(at)}).`;
}
