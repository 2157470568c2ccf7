import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/button";
import { FormMessage, Select } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { type Member, nameOf } from "./member-row";

type Role = Member["role"];

const effects: Record<Role, string> = {
  member: "They can do what every neighbour can, and no more.",
  moderator: "They can look at members and decide on new skills.",
  admin: "They can do everything that you can: decide disputes, record cash, and change roles.",
};

interface RoleDialogProps {
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Gives a member another role, after saying what it means. */
export function RoleDialog({ member, open, onOpenChange }: RoleDialogProps) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>(member.role);
  const save = api.useMutation("put", "/api/admin/members/{id}/role", {
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ["get", "/api/admin/members"] });
      queryClient.invalidateQueries({ queryKey: ["get", "/api/admin/audit"] });
      toast.success("Role updated");
      onOpenChange(false);
    },
  });
  const name = nameOf(member);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        save.reset();
        setRole(member.role);
        onOpenChange(next);
      }}
      title={`Change ${name}'s role`}
      description="It counts at once, and stands in the audit log."
    >
      <Select
        label="Role"
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
        hint={effects[role]}
      >
        <option value="member">Member</option>
        <option value="moderator">Moderator</option>
        <option value="admin">Admin</option>
      </Select>
      <FormMessage>{save.error ? messageOf(save.error) : undefined}</FormMessage>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button
          disabled={role === member.role}
          busy={save.isPending}
          onClick={() => save.mutate({ params: { path: { id: member.id } }, body: { role } })}
        >
          Change role
        </Button>
      </div>
    </Dialog>
  );
}
