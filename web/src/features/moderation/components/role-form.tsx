import { useState } from "react";
import { Button } from "@/components/button";
import { Form, FormError, Select } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useReloadMembers } from "../api/use-members";
import type { Member } from "./member";

type Role = Member["role"];

const effects: Record<Role, string> = {
  member: "They can do what every neighbour can, and no more.",
  moderator: "They can look at members and decide on new skills.",
  admin: "They can do everything that you can: decide disputes, record cash, and change roles.",
};

/** Form for a member's role, which explains each role. */
export function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const reload = useReloadMembers();
  const [role, setRole] = useState<Role>(member.role);
  const save = api.useMutation("put", "/api/admin/members/{id}/role", {
    onSuccess: () => {
      reload();
      toast.success("Role updated");
      onDone();
    },
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { path: { id: member.id } }, body: { role } });
      }}
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
      <FormError>{save.error ? messageOf(save.error) : undefined}</FormError>
      <Button
        type="submit"
        disabled={role === member.role}
        busy={save.isPending}
        className="justify-self-end"
      >
        {role === member.role
          ? "Change role"
          : `Make ${role === "admin" ? "an admin" : `a ${role}`}`}
      </Button>
    </Form>
  );
}
