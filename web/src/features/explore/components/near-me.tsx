import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { Dialog } from "@/components/overlay";
import { clearDeviceLocation, requestDeviceLocation } from "../device-location";

interface NearMeProps {
  /** Whether people around the person's current position are shown. */
  on: boolean;
  /** Town shown otherwise. */
  home: string;
  onChange: (on: boolean) => void;
}

/**
 * Switch for people around the current position. It explains first, before the browser asks.
 * Without an answer everything stays around the town.
 */
export function NearMe({ on, home, onChange }: NearMeProps) {
  const [asking, setAsking] = useState(false);
  const [locating, setLocating] = useState(false);
  const [refused, setRefused] = useState(false);

  const share = async () => {
    setLocating(true);
    const found = await requestDeviceLocation();
    setLocating(false);
    setAsking(false);
    setRefused(!found);
    if (found) onChange(true);
  };
  const toggle = () => {
    setRefused(false);
    if (!on) return setAsking(true);
    clearDeviceLocation();
    onChange(false);
  };
  return (
    <>
      <Chip pressed={on} onClick={toggle} className="shrink-0">
        <LocateFixed aria-hidden="true" className="size-4" />
        Near me
      </Chip>
      <p
        role="status"
        className={
          refused ? "w-60 shrink-0 text-small text-ink-2 sm:order-last sm:w-full" : "sr-only"
        }
      >
        {refused && `We couldn't get your location, so you see people around ${home}.`}
      </p>
      <Dialog
        open={asking}
        onOpenChange={(open) => !locating && setAsking(open)}
        title="Use your location?"
        description="We use it once, rounded to about 500 metres, to show who is near you now. It is not saved in your profile, and neighbours never see it. Your browser will ask you too."
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={() => setAsking(false)}>
            Not now
          </Button>
          <Button busy={locating} busyLabel="Looking…" onClick={share}>
            Use my location
          </Button>
        </div>
      </Dialog>
    </>
  );
}
