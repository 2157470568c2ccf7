import { MapPin } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Dialog } from "@/components/overlay";
import { pointOf } from "@/lib/places";
import { useOwnProfile } from "@/lib/profile";
import { TownForm } from "./town-form";

/** Notice for a member whom nobody finds by place, with a form to set the town. */
export function TownNotice() {
  const { data: profile } = useOwnProfile();
  const [open, setOpen] = useState(false);
  if (!profile || pointOf(profile)) return null;
  const { location } = profile;
  return (
    <aside
      aria-label="Your town"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-spark-soft px-4 py-2.5"
    >
      <p className="flex min-w-52 flex-1 items-center gap-2.5 text-small">
        <MapPin aria-hidden="true" className="size-5 shrink-0 text-spark-deep max-sm:hidden" />
        <span>
          <strong>Nobody nearby can find you</strong>{" "}
          {location ? `while we don't know where ${location} is` : "while you have no town"}. You
          are only found by name and at any distance.
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
