import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { useVisibility } from "../use-visibility";

const ID = "visibility";

/** Whether clients can find this person; saved at once. `#visibility` leads here. */
export function VisibilityCard({ profile }: { profile: Schemas["Profile"] }) {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const change = useVisibility(profile.id);
  // The card comes with the profile, after the browser has looked for the address's target.
  useEffect(() => {
    if (hash === `#${ID}`) card.current?.querySelector<HTMLElement>("[role=switch]")?.focus();
  }, [hash]);

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
