import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import type { Schemas } from "@/lib/api";
import { nextStep, useChecklist } from "../checklist";
import { ProgressRing } from "./progress-ring";

/** What is still missing from the own profile, until it is complete or the card is dismissed. */
export function CompleteProfileCard({ profile }: { profile: Schemas["Profile"] }) {
  const key = `profileCardDismissed ${profile.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  const items = useChecklist(profile);
  const next = nextStep(items);
  if (dismissed || !next) return null;
  const done = items.filter((item) => item.done).length;
  const dismiss = () => {
    localStorage.setItem(key, "yes");
    setDismissed(true);
  };
  return (
    <aside
      aria-label="Complete your profile"
      className="relative flex items-center gap-3.5 rounded-m bg-leaf-soft py-1 pr-2 pl-4 sm:py-3"
    >
      <ProgressRing done={done} total={items.length} />
      <div className="min-w-0 flex-1">
        <Link to="/user" className="font-bold after:absolute after:inset-0 after:rounded-m">
          Complete your profile
        </Link>
        <p className="text-small text-ink-2 max-sm:sr-only">
          {done} of {items.length} done. Next: {next.next}
        </p>
      </div>
      <IconButton label="Dismiss" onClick={dismiss} className="z-10 hover:bg-card">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </aside>
  );
}
