import { Dialog } from "@/components/overlay";
import { useModule, useSite } from "@/lib/site";
import { CashInForm } from "./cash-in-form";
import { type Member, nameOf } from "./member";
import { RoleForm } from "./role-form";

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** What an admin can do with a member. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const hasWallet = useModule("wallet") ?? false;
  const mode = useSite().data?.mode;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={nameOf(member)}>
      <section aria-labelledby="role-title" className="grid gap-3">
        <h3 id="role-title" className="text-title">
          Change role
        </h3>
        <RoleForm member={member} onDone={onClose} />
      </section>
      {hasWallet && mode === "cash+tokens" && (
        <section aria-labelledby="cash-title" className="grid gap-3 border-t border-line pt-5">
          <h3 id="cash-title" className="text-title">
            Record cash
          </h3>
          <p className="text-ink-2">
            For money that you were handed. It goes into their wallet at once, and stands in the
            audit log.
          </p>
          <CashInForm member={member} onDone={onClose} />
        </section>
      )}
    </Dialog>
  );
}
