import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Member } from "./member";

// Lazy, because it carries the forms.
const MemberDialog = lazy(async () => ({
  default: (await import("./member-dialog")).MemberDialog,
}));

/** Returns a function that opens the dialog of a member, and the dialog to render. */
export function useMemberDialog(): { manage: (member: Member) => void; dialog: ReactNode } {
  const [member, setMember] = useState<Member>();
  const close = () => setMember(undefined);
  return {
    manage: setMember,
    dialog: <Suspense>{member && <MemberDialog member={member} onClose={close} />}</Suspense>,
  };
}
