import { Download } from "lucide-react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { install, useInstalling } from "@/lib/install";
import { useSiteName } from "@/lib/site";

/** Offer to install the site as an app; hidden where the browser cannot, or has done so. */
export function InstallApp() {
  const name = useSiteName();
  const way = useInstalling();
  if (way === "not") return null;
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="text-title">{name} as an app</h2>
        <p className="text-small text-ink-2">
          {way === "button"
            ? "It opens from your home screen, also without a network, and takes hardly any space."
            : "Press Share in your browser, then 'Add to Home Screen'."}
        </p>
      </div>
      {way === "button" && (
        <Button variant="quiet" onClick={install}>
          <Download aria-hidden="true" className="size-5" />
          Install app
        </Button>
      )}
    </Card>
  );
}
