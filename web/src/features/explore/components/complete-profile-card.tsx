import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import { Skeleton } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { useSession } from "@/lib/session";
import { checklistItems, nextStep } from "../checklist";
import { ProgressRing } from "./progress-ring";

interface CompleteProfileProps {
  profile: Schemas["Profile"] | undefined;
}

/** The items missing from the member's profile, until it is complete or the card is dismissed. */
export function CompleteProfile({ profile }: CompleteProfileProps) {
  const session = useSession();
  const key = `profileCardDismissed ${session?.claims.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  // A helper cannot change the profile of a neighbour.
  if (dismissed || session?.acting) return null;
  // The space is reserved: almost every profile has open items.
  if (!profile) return <Skeleton className="h-13 rounded-m sm:h-17" />;
  const dismiss = () => {
    localStorage.setItem(key, "yes");
    setDismissed(true);
  };
  return <CompleteProfileCard profile={profile} onDismiss={dismiss} />;
}

interface CompleteProfileCardProps {
  profile: Schemas["Profile"];
  onDismiss: () => void;
}

function CompleteProfileCard({ profile, onDismiss }: CompleteProfileCardProps) {
  const items = checklistItems(profile);
  const next = nextStep(items);
  if (!next) return null;
  const done = items.filter((item) => item.done).length;
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
      <IconButton label="Dismiss" onClick={onDismiss} className="z-10 hover:bg-card">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </aside>
  );
}
