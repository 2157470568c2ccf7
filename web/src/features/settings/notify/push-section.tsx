import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { api, messageOf } from "@/lib/api";
import { isInstalled, isIos } from "@/lib/install";
import { canPush, isPushOn, turnPushOff, turnPushOn } from "@/lib/push";

const PUSH_STATE_KEY = ["device", "push"];

/** Switch for push notifications on this device, which arrive even when the site is closed. */
export function PushSection() {
  const key = api.useQuery("get", "/api/notifications/push/key");
  const state = useQuery({ queryKey: PUSH_STATE_KEY, queryFn: isPushOn, staleTime: 0 });
  if (key.data === undefined || state.data === undefined) return null;
  return (
    <Card>
      <h2 className="text-title">Push on this device</h2>
      <p className="text-ink-2">
        Get notifications at once, even when this site is closed. You get only what is switched on
        above.
      </p>
      <div className="mt-4">
        {canPush() && key.data.key ? (
          <PushToggle on={state.data} publicKey={key.data.key} />
        ) : (
          <p>{unavailableReason(Boolean(key.data.key))}</p>
        )}
      </div>
    </Card>
  );
}

/** Returns why push is unavailable, with advice. */
function unavailableReason(offered: boolean): string {
  if (!offered) return "This site does not send notifications to devices yet. Emails reach you.";
  if (isIos() && !isInstalled()) {
    return "On an iPhone or iPad, first put this site on your Home Screen: press Share, then 'Add to Home Screen'. Open it from there and come back to this page.";
  }
  return "This browser cannot show notifications of this site. Emails reach you.";
}

const refusalMessages = {
  denied:
    "Your browser does not let this site show notifications. Allow them in its settings for this site (the icon beside the address), then try again.",
  dismissed: "You have not allowed notifications, so this device gets none.",
};

function PushToggle({ on, publicKey }: { on: boolean; publicKey: string }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function toggle() {
    setBusy(true);
    setProblem("");
    try {
      const result = on ? await turnPushOff() : await turnPushOn(publicKey);
      if (result === "denied" || result === "dismissed") setProblem(refusalMessages[result]);
    } catch (error) {
      setProblem(messageOf(error, "That did not work. Please try again."));
    }
    await queryClient.invalidateQueries({ queryKey: PUSH_STATE_KEY });
    setBusy(false);
  }

  const Icon = on ? BellRing : Smartphone;
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        {on ? "Push is on here." : "Push is off here."}
      </p>
      <Button variant={on ? "quiet" : "ink"} className="mt-3" busy={busy} onClick={toggle}>
        {on ? "Turn off push here" : "Turn on push here"}
      </Button>
      <p role="alert" className="mt-3 text-small text-danger empty:hidden">
        {problem}
      </p>
    </>
  );
}
