import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/button";
import { canInstall, install, isIos, useInstalling } from "@/lib/install";

/**
 * Button to install the site as an app. It renders at first paint wherever the browser can install,
 * so that nothing moves when the browser's offer arrives; before that, and without an offer, it
 * explains how.
 */
export function InstallButton() {
  const [able] = useState(canInstall);
  const way = useInstalling();
  const [helpShown, setHelpShown] = useState(false);
  const [installed, setInstalled] = useState(false);
  useEffect(() => {
    const note = () => setInstalled(true);
    window.addEventListener("appinstalled", note);
    return () => window.removeEventListener("appinstalled", note);
  }, []);
  if (!able || installed) return null;
  const press = () => {
    setHelpShown(way !== "button");
    if (way === "button") install();
  };
  const byHand = isIos()
    ? "Press Share in your browser, then 'Add to Home Screen'."
    : "Open your browser's menu and choose 'Install app' or 'Add to Home screen'.";
  return (
    <>
      <Button variant="quiet" onClick={press}>
        <Download aria-hidden="true" className="size-5" />
        Install app
      </Button>
      <p role="status" className="w-full text-small text-ink-2 empty:hidden">
        {helpShown && way !== "button" && byHand}
      </p>
    </>
  );
}
