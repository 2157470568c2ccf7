import { Settings2 } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { IconButton } from "@/components/button";
import { Badge } from "@/components/chip";
import { formatMonth } from "@/lib/format";
import { useSession } from "@/lib/session";
import { ApplicantActions } from "./applicant-actions";
import { type Member, maySuspend, nameOf } from "./member";

interface MemberRowProps {
  member: Member;
  /** Opens the dialog with the actions of staff. */
  onManage: (member: Member) => void;
}

/** A member, with a button for the actions of staff. */
export function MemberRow({ member, onManage }: MemberRowProps) {
  const claims = useSession()?.claims;
  const manageable = claims && (claims.role === "admin" || maySuspend(claims, member));
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={nameOf(member)} />
      <div className="min-w-44 flex-1">
        <Link to={`/user-profile/${member.id}`} className="font-bold hover:underline">
          {nameOf(member)}
        </Link>
        <p className="truncate text-small text-ink-2">{member.email || "No email address"}</p>
        <p className="text-small text-ink-2">Joined {formatMonth(member.created_at)}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-1.5">
        {member.status === "suspended" && <Badge tone="danger">Suspended</Badge>}
        {member.status === "pending" && <Badge tone="spark">Waiting</Badge>}
        {member.status === "invited" && <Badge>Invited</Badge>}
        {member.role !== "member" && (
          <Badge tone={member.role === "admin" ? "plum" : "leaf"}>
            {member.role === "admin" ? "Admin" : "Moderator"}
          </Badge>
        )}
      </div>
      {member.status === "pending" ? (
        <ApplicantActions member={member} />
      ) : (
        manageable && (
          <IconButton label={`Manage ${nameOf(member)}`} onClick={() => onManage(member)}>
            <Settings2 aria-hidden="true" className="size-5" />
          </IconButton>
        )
      )}
    </div>
  );
}
