import type { ComponentProps } from "react";
import { Input } from "@/components/form";

export const INVITATION_NEEDED = "You need an invitation to join. Ask a member for their link.";

/** Field for a member's invitation, link or code, in a community that requires one. */
export function InvitationField(
  props: Omit<ComponentProps<typeof Input>, "label" | "hint" | "className">,
) {
  return (
    <Input
      label="Invitation"
      hint="The link or the code that a member gave you."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
