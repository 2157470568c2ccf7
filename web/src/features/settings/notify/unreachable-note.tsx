import { TriangleAlert } from "lucide-react";
import { api } from "@/lib/api";
import { useModule } from "@/lib/site";
import type { Choices } from "../api/use-choices";

/**
 * Choices that carry messages and booking changes: with all of them off, these go unnoticed until
 * the member's next visit, since the switches silence push as well as mail.
 */
const reaching = ["bookingMessages", "orderUpdates", "orderMessages"] as const;

/** Warns members with skills on offer who would not hear from neighbours wanting to book. */
export function UnreachableNote({ choices }: { choices: Choices }) {
  const hasSkills = useModule("skills") === true;
  const silent = reaching.every((choice) => !choices[choice]);
  const skills = api.useQuery("get", "/api/skills/user/all", {}, { enabled: hasSkills && silent });
  if (!silent || !skills.data?.length) return null;
  return (
    <p
      role="status"
      className="grid grid-cols-[auto_1fr] gap-3 rounded-m bg-spark-soft p-4 text-spark-deep"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5" />
      <span>
        <strong>Neighbours can't reach you.</strong> You offer a skill, but neither email nor push
        will tell you when somebody writes to you or changes a booking. Switch on at least one of
        the three below.
      </span>
    </p>
  );
}
