import { Avatar } from "@/components/avatar";
import type { Schemas } from "@/lib/api";
import { inCommonText } from "./head-text";

interface FirstWordsProps {
  head: Schemas["ConversationHead"];
  firstname: string;
}

/** Before the first message: who it is that one writes to, and what helps them to answer. */
export function FirstWords({ head, firstname }: FirstWordsProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2 py-6 text-center">
      <Avatar name={head.name} photo={head.photourl} size="large" />
      <p className="font-display text-title font-bold">You and {firstname}</p>
      <p className="text-ink-2">{inCommonText(head) || "You haven't met here yet."}</p>
      {head.can_write && (
        <p className="text-ink-2">
          Say in a few words who you are and what it is about. {firstname} sees your name and photo,
          not your phone number or email.
        </p>
      )}
    </div>
  );
}
