import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { useModule } from "@/lib/site";
import { forgetStep } from "./steps";

/** Remaining tasks on the server, cards to invite neighbours with, and the end of the set-up. */
export function FinishStep({ state: { warnings, local_only } }: { state: Schemas["SetUpState"] }) {
  const navigate = useNavigate();
  const hasImports = useModule("imports");
  const cache = useQueryCache();
  const finish = api.useMutation("put", "/api/admin/set-up/finish", {
    onSuccess: () => {
      forgetStep();
      cache.invalidate("/api/admin/set-up", "/api/admin/audit");
      navigate("/admin");
    },
  });
  return (
    <div className="grid gap-5">
      {warnings.length > 0 ? (
        <div className="grid gap-3">
          <p className="font-semibold">
            Your choices are saved. This is left to do on the server; the console reminds you of it:
          </p>
          <ul className="grid list-disc gap-2 pl-5">
            {warnings.map(({ topic, problem, remedy }) => (
              <li key={topic} className="wrap-anywhere">
                {problem} {remedy}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="font-semibold">Everything is in place.</p>
      )}
      {hasImports && (
        <div className="grid gap-3">
          <p>Your community exists already? Bring members, skills and sparks from a spreadsheet:</p>
          <ButtonLink to="/admin/imports" variant="quiet" className="justify-self-start">
            Import members
          </ButtonLink>
        </div>
      )}
      {local_only ? (
        <p className="text-ink-2">
          Once the site has a public address, you can print invitation cards under Settings, Invite
          friends.
        </p>
      ) : (
        <div className="grid gap-3">
          <p>Cards with a QR code for the library, the shop and your neighbours' doors:</p>
          <ButtonLink to="/settings/invite/cards" variant="quiet" className="justify-self-start">
            Print invitation cards
          </ButtonLink>
        </div>
      )}
      <FormMessage>{finish.error ? messageOf(finish.error) : undefined}</FormMessage>
      <Button
        variant="spark"
        busy={finish.isPending}
        className="justify-self-end"
        onClick={() => finish.mutate({})}
      >
        Finish
      </Button>
    </div>
  );
}
