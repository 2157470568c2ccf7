import type { ReactNode } from "react";
import { Card } from "@/components/card";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { useModule, useSite } from "@/lib/site";

/** Number of people who joined by the member's invitation, and the reward. */
export function InviteStats({ invites }: { invites: Schemas["InviteFigures"] }) {
  const wallet = useModule("wallet");
  const gift = useSite().data?.mode === "gift";
  const rewarded = wallet && !gift;
  return (
    <Card>
      <h2 className="text-title">Your invitations so far</h2>
      <dl className={`mt-4 grid gap-4 ${rewarded ? "grid-cols-3" : "grid-cols-2"}`}>
        <Stat label="Invited">{invites.invited}</Stat>
        <Stat label="Joined">{invites.joined}</Stat>
        {rewarded && (
          <Stat label="Sparks earned">
            <Sparks amount={invites.tokens_earned} />
          </Stat>
        )}
      </dl>
      {rewarded && (
        <p className="mt-4 text-small text-ink-2">
          You earn sparks when the first paid booking of somebody you invited, with another
          neighbour, is completed, for up to ten people a month.
        </p>
      )}
    </Card>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="num font-display text-heading font-bold">{children}</dd>
    </div>
  );
}
