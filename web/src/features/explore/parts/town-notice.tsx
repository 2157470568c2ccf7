import { MapPin } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Dialog } from "@/components/overlay";
import { useOwnProfile } from "@/lib/profile";
import { TownForm } from "./town-form";

/** Tells someone without a town that nobody finds them by place, with the way to set it. */
export function TownNotice() {
  const { data: profile } = useOwnProfile();
  const [open, setOpen] = useState(false);
  if (!profile || profile.location) return null;
  return (
    <aside
      aria-label="Your town"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-spark-soft px-4 py-2.5"
    >
      <p className="flex min-w-52 flex-1 items-center gap-2.5 text-small">
        <MapPin aria-hidden="true" className="size-5 shrink-0 text-spark-deep max-sm:hidden" />
        <span>
          <strong>Nobody nearby can find you</strong> while you have no town. You are only found by
          name and at any distance.
        </span>
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Set your town
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Set your town"
        description="Then neighbours find you and you see who is near. They see your town and a rough distance, never your address."
      >
        <TownForm profile={profile} />
      </Dialog>
    </aside>
  );
}
