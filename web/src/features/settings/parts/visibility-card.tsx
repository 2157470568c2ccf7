import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";

const ID = "visibility";

/** Whether clients can find this person; saved at once. `#visibility` leads here. */
export function VisibilityCard({ profile }: { profile: Schemas["Profile"] }) {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const cache = useProfileCache();
  const save = api.useMutation("put", "/api/users/visibility");
  // The card comes with the profile, after the browser has looked for the address's target.
  useEffect(() => {
    if (hash === `#${ID}`) card.current?.querySelector<HTMLElement>("[role=switch]")?.focus();
  }, [hash]);

  const change = (visible: boolean) => {
    cache.store({ ...profile, visible });
    save.mutate(
      // The switch shows it as done, so it goes on even when the page is left at once.
      { body: { visible }, keepalive: true },
      {
        onError: (error) => {
          cache.store(profile);
          toast.error(messageOf(error, "Something went wrong while updating profile"));
        },
      },
    );
  };
  return (
    <div ref={card} id={ID}>
      <Card>
        <Switch
          label="Make yourself visible to clients"
          hint="When off, you are not in explore, search or nearby. Bookings you have go on."
          checked={profile.visible}
          onChange={change}
        />
      </Card>
    </div>
  );
}
