import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { IconButton } from "@/components/button";
import { Badge } from "@/components/chip";
import { Menu } from "@/components/overlay";
import type { Schemas } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useModule, useSite } from "@/lib/site";
import { CashInDialog } from "./cash-in-dialog";
import { RoleDialog } from "./role-dialog";

export type Member = Schemas["Member"];

/** The member's name, or their address while they have none. */
export function nameOf({ firstname, lastname, email }: Member): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** A member, and what an admin can do with them. */
export function MemberRow({ member }: { member: Member }) {
  return (
    <div className="flex items-center gap-3 py-3">
      <Avatar name={nameOf(member)} />
      <div className="min-w-0 flex-1">
        <Link to={`/user-profile/${member.id}`} className="font-bold hover:underline">
          {nameOf(member)}
        </Link>
        <p className="truncate text-small text-ink-2">{member.email}</p>
        <p className="text-small text-ink-2">Joined {formatDay(member.created_at)}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-1.5">
        {member.suspended && <Badge tone="danger">Suspended</Badge>}
        {member.role !== "member" && (
          <Badge tone={member.role === "admin" ? "plum" : "leaf"}>
            {member.role === "admin" ? "Admin" : "Moderator"}
          </Badge>
        )}
      </div>
      <Actions member={member} />
    </div>
  );
}

function Actions({ member }: { member: Member }) {
  const isAdmin = useSession()?.claims.role === "admin";
  const hasWallet = useModule("wallet") ?? false;
  const mode = useSite().data?.mode;
  const [open, setOpen] = useState<"role" | "cash">();
  if (!isAdmin) return null;
  const items = [{ label: "Change role", onSelect: () => setOpen("role") }];
  if (hasWallet && mode === "cash+tokens") {
    items.push({ label: "Record cash", onSelect: () => setOpen("cash") });
  }
  const close = (next: boolean) => !next && setOpen(undefined);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${nameOf(member)}`}>
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </IconButton>
        }
        items={items}
      />
      <RoleDialog member={member} open={open === "role"} onOpenChange={close} />
      <CashInDialog member={member} open={open === "cash"} onOpenChange={close} />
    </>
  );
}
