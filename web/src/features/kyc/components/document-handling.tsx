import { Lock } from "lucide-react";
import { Card } from "@/components/card";
import { useKycStatus } from "../api/use-documents";

/** Explains the storage of documents, in plain words. */
export function DocumentHandling() {
  const days = useKycStatus().data?.retention_days;
  return (
    <Card className="flex gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
        <Lock aria-hidden="true" className="size-5" />
      </span>
      <div className="grid gap-1.5">
        <h2 className="text-title">What happens to your documents</h2>
        <ul className="grid list-disc gap-1 pl-5 text-ink-2">
          <li>They are encrypted, and only you and this community's admins can see them.</li>
          <li>Each time somebody opens them, their name is recorded.</li>
          <li>
            {days === undefined ? "Some time" : formatDays(days)} after the decision the pictures
            are deleted. You stay verified.
          </li>
          <li>You can delete them at any time.</li>
        </ul>
      </div>
    </Card>
  );
}

function formatDays(days: number): string {
  return days === 1 ? "A day" : `${days} days`;
}
