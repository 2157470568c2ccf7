import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { useVisibility } from "../api/use-visibility";
import { useHashFocus } from "./use-hash-focus";

const ID = "visibility";

/** Switch for the member's visibility to clients; saved at once. `#visibility` leads here. */
export function VisibilityCard({ profile }: { profile: Schemas["Profile"] }) {
  const card = useHashFocus(ID);
  const change = useVisibility(profile.id);
  return (
    <div ref={card} id={ID}>
      <Card>
        <Switch
          label="Make yourself visible to clients"
          hint="Neighbours can find and book you. When this is off, you are not shown in explore, in search or among people nearby. Bookings you already have stay as they are."
          checked={profile.visible}
          onChange={change}
        />
      </Card>
    </div>
  );
}
