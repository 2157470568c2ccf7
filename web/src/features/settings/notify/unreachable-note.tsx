import { TriangleAlert } from "lucide-react";
import { api } from "@/lib/api";
import { useModule } from "@/lib/site";
import type { Choices } from "./choices";

/**
 * Without any of them, somebody who writes or changes a booking is not heard until one is here again:
 * a device with push is told no more than a mailbox is, for the same switches silence both.
 */
const reaching = ["bookingMessages", "orderUpdates", "orderMessages"] as const;

/** Warns those whom neighbours may want to book, and who will not hear of it. */
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
