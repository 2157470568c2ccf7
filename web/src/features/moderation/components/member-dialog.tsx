import type { ReactNode } from "react";
import { Link } from "react-router";
import { Dialog } from "@/components/overlay";
import { useSparks } from "@/lib/balance";
import { formatDayInFull } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useModule, useSite } from "@/lib/site";
import { MemberNotes } from "../notes/notes";
import { MemberChecks } from "../vetting/member-checks";
import { CashInForm } from "./cash-in-form";
import { CreditForm } from "./credit-form";
import { DeleteMember } from "./delete-member";
import { GrantForm } from "./grant-form";
import { type Member, mayDelete, maySuspend, nameOf } from "./member";
import { MemberExport } from "./member-export";
import { MemberSafety } from "./member-safety";
import { RoleForm } from "./role-form";
import { SecondFactorReset } from "./second-factor-reset";
import { SignOutMember } from "./sign-out-member";
import { SuspensionForm } from "./suspension-form";

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Actions of staff on a member; most are for admins. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const claims = useSession()?.claims;
  const isAdmin = claims?.role === "admin";
  const hasBookings = useModule("bookings") ?? false;
  const hasWallet = useModule("wallet") ?? false;
  const hasVetting = useModule("vetting") ?? false;
  const mode = useSite().data?.mode;
  const hasSparks = useSparks();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={nameOf(member)}>
      {member.agreed && (
        <p className="text-ink-2">
          Agreed to edition {member.agreed.edition} of the terms on{" "}
          {formatDayInFull(member.agreed.at)}.
        </p>
      )}
      {claims && maySuspend(claims, member) && (
        <Section title="Notes">
          <MemberNotes userId={member.id} />
        </Section>
      )}
      {claims && maySuspend(claims, member) && hasBookings && (
        <Section title="Safety">
          <MemberSafety userId={member.id} />
        </Section>
      )}
      {isAdmin && hasVetting && member.status === "active" && member.id !== claims.id && (
        <Section title="Checks">
          <MemberChecks userId={member.id} />
        </Section>
      )}
      {isAdmin && (
        <Section title="Change role">
          <RoleForm member={member} onDone={onClose} />
        </Section>
      )}
      {isAdmin && hasWallet && mode === "cash+tokens" && (
        <Section title="Record cash">
          {member.id === claims.id ? (
            <p className="text-ink-2">
              You cannot record cash for yourself. Another admin has to do it.
            </p>
          ) : (
            <>
              <p className="text-ink-2">
                For cash that this member gave you. It goes into their wallet at once. A large
                amount waits until another admin approves it. Both are recorded in the audit log.
              </p>
              <CashInForm member={member} onDone={onClose} />
            </>
          )}
        </Section>
      )}
      {isAdmin && hasSparks && member.status === "active" && member.id !== claims.id && (
        <Section title="Grant sparks">
          <GrantForm member={member} onDone={onClose} />
        </Section>
      )}
      {isAdmin && hasSparks && member.status === "active" && member.id !== claims.id && (
        <Section title="Credit limit">
          <CreditForm member={member} onDone={onClose} />
        </Section>
      )}
      {isAdmin && member.second_factor && (
        <Section title="Two-step sign-in">
          <SecondFactorReset member={member} onDone={onClose} />
        </Section>
      )}
      {claims && member.status === "active" && maySuspend(claims, member) && (
        <Section title="Devices">
          <SignOutMember member={member} onDone={onClose} />
        </Section>
      )}
      {claims && member.status !== "invited" && maySuspend(claims, member) && (
        <Section title={member.status === "suspended" ? "Reinstate" : "Suspend"}>
          <SuspensionForm member={member} onDone={onClose} />
        </Section>
      )}
      {isAdmin && member.id !== claims.id && (
        <Section title="Their data">
          <MemberExport member={member} />
        </Section>
      )}
      {isAdmin && mayDelete(claims, member) && (
        <Section title="Delete the account">
          <DeleteMember member={member} onDone={onClose} />
        </Section>
      )}
      <ul className="grid gap-3">
        <li>
          <Link to={`/user-profile/${member.id}`} className="font-semibold underline">
            Their profile
          </Link>
        </li>
        {isAdmin && (
          <li>
            <Link
              to={`/admin/audit?subject=user:${encodeURIComponent(member.id)}`}
              className="font-semibold underline"
            >
              What staff did about this member
            </Link>
          </li>
        )}
      </ul>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-3 border-line not-first-of-type:border-t not-first-of-type:pt-5"
    >
      <h3 className="text-title">{title}</h3>
      {children}
    </section>
  );
}
