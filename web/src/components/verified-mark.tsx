import { BadgeCheck } from "lucide-react";

/** Mark beside the name of a person whose identity and address an admin has checked. */
export function VerifiedMark({ text = false }: { text?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle text-small font-semibold text-leaf">
      <BadgeCheck aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={text ? "" : "sr-only"}>Verified</span>
    </span>
  );
}
