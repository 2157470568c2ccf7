import { LockKeyhole } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/states";

/** Shown to a delegate in place of a screen that is for the member only. */
export function OwnOnly({ name }: { name: string }) {
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={`Only ${name} can do this`}
      action={<ButtonLink to="/explore">Back to Explore</ButtonLink>}
    >
      Helpers book, answer, write and read for a neighbour. Their account, money and settings stay
      their own.
    </EmptyState>
  );
}
