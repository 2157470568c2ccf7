import { Button, ButtonLink } from "@/components/button";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useModule } from "@/lib/site";

const PATH = "/api/settings/mail";

/** Says that mail to the member's address bounces, with advice. */
export function MailTrouble() {
  const on = useModule("notifications");
  const state = api.useQuery("get", PATH, {}, { enabled: on === true });
  const cache = useQueryCache();
  const retry = api.useMutation("post", "/api/settings/mail/retry", {
    onSuccess: () => {
      toast.success("We will send emails to your address again.");
      cache.invalidate(PATH);
    },
    onError: (error) => toast.error(messageOf(error, "Please try again later.")),
  });
  const trouble = state.data?.trouble;
  if (!trouble) return null;
  return (
    <section
      aria-labelledby="mail-trouble"
      className="mb-5 rounded-m bg-spark-soft px-4 py-3 text-spark-deep"
    >
      <h2 id="mail-trouble" className="text-body font-semibold wrap-anywhere">
        {titleOf(trouble)}
      </h2>
      <p className="mt-1 wrap-anywhere">{textOf(trouble)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({})}>
          Try again
        </Button>
        <ButtonLink to="/settings/profile" size="small" variant="quiet">
          Change address
        </ButtonLink>
      </div>
    </section>
  );
}

function titleOf({ kind, address, last_at }: Schemas["MailTrouble"]): string {
  const day = formatDay(last_at);
  switch (kind) {
    case "complaint":
      return `Our email to ${address} was marked as unwanted on ${day}`;
    case "refused":
      return `An email to ${address} was refused on ${day}`;
    case "late":
      return `An email to ${address} was not delivered on ${day}`;
  }
}

function textOf({ kind, reason, paused }: Schemas["MailTrouble"]): string {
  const cause = kind === "complaint" ? "" : `Reason: ${reason}. Is the address right? `;
  const meanwhile = paused
    ? "Until you try again, we send only essential emails."
    : "We send the next one as usual.";
  return cause + meanwhile;
}
