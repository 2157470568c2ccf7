import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { Badge } from "@/components/badge";
import { formatMonth } from "@/lib/format";
import { useSession } from "@/lib/session";
import { ApplicantActions } from "./applicant-actions";
import { type Member, maySuspend, nameOf } from "./member";

interface MemberRowProps {
  member: Member;
  /** Opens the dialog with the actions of staff. */
  onManage: (member: Member) => void;
}

/** A member; the name opens the actions of staff, or the profile where there are none. */
export function MemberRow({ member, onManage }: MemberRowProps) {
  const claims = useSession()?.claims;
  const isPending = member.status === "pending";
  const manageable =
    !isPending && claims && (claims.role === "admin" || maySuspend(claims, member));
  return (
    <div className="relative flex flex-wrap items-center gap-3 py-3">
      <Avatar name={nameOf(member)} />
      <div className="min-w-44 flex-1">
        {manageable ? (
          <button
            type="button"
            onClick={() => onManage(member)}
            className="text-left font-bold wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            <span className="sr-only">Manage</span> {nameOf(member)}
          </button>
        ) : (
          <Link to={`/user-profile/${member.id}`} className="font-bold hover:underline">
            {nameOf(member)}
          </Link>
        )}
        <p className="truncate text-small text-ink-2">{member.email || "No email address"}</p>
        <p className="text-small text-ink-2">Joined {formatMonth(member.created_at)}</p>
      </div>
      {manageable && (
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3 sm:order-1" />
      )}
      <div className="flex flex-wrap justify-end gap-1.5 empty:hidden">
        {member.status === "suspended" && <Badge tone="danger">Suspended</Badge>}
        {member.status === "pending" && <Badge tone="spark">Waiting</Badge>}
        {member.status === "invited" && <Badge>Invited</Badge>}
        {member.role !== "member" && (
          <Badge tone={member.role === "admin" ? "plum" : "leaf"}>
            {member.role === "admin" ? "Admin" : "Moderator"}
          </Badge>
        )}
      </div>
      {isPending && <ApplicantActions member={member} />}
    </div>
  );
}
