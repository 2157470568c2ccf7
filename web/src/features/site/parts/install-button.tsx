import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/button";
import { canInstall, install, isApple, useInstalling } from "@/lib/install";

/**
 * Stands where shops would have their badges. It is there from the first paint wherever the browser
 * can do it, so that nothing moves when the browser comes to offer it; before that, and where there
 * is no offer, it says how.
 */
export function InstallButton() {
  const [able] = useState(canInstall);
  const way = useInstalling();
  const [told, setTold] = useState(false);
  const [installed, setInstalled] = useState(false);
  useEffect(() => {
    const note = () => setInstalled(true);
    window.addEventListener("appinstalled", note);
    return () => window.removeEventListener("appinstalled", note);
  }, []);
  if (!able || installed) return null;
  const press = () => {
    setTold(way !== "button");
    if (way === "button") install();
  };
  const byHand = isApple()
    ? "Press Share in your browser, then 'Add to Home Screen'."
    : "Open your browser's menu and choose 'Install app' or 'Add to Home screen'.";
  return (
    <>
      <Button variant="quiet" onClick={press}>
        <Download aria-hidden="true" className="size-5" />
        Install app
      </Button>
      <p role="status" className="w-full text-small text-ink-2 empty:hidden">
        {told && way !== "button" && byHand}
      </p>
    </>
  );
}
