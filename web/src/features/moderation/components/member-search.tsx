import { useState } from "react";
import { Button } from "@/components/button";
import { Input } from "@/components/form";
import { api } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { type Member, nameOf } from "./member";

const DEBOUNCE_MS = 300;
const MAX_FOUND = 5;

interface MemberSearchProps {
  label?: string;
  /** What choosing does, for screen readers. */
  action?: string;
  /** Ids of members to leave out. */
  chosen: readonly string[];
  onChoose: (member: Member) => void;
  error?: string | undefined;
}

/** Search for a member, by the beginning of a name or an address. */
export function MemberSearch(props: MemberSearchProps) {
  const { label = "Find a member", action = "Choose", chosen, onChoose, error } = props;
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), DEBOUNCE_MS);
  const found = api.useQuery(
    "get",
    "/api/admin/members",
    { params: { query: { q, limit: MAX_FOUND } } },
    { enabled: q.length > 0 },
  );
  const members = q ? (found.data ?? []).filter(({ id }) => !chosen.includes(id)) : [];
  return (
    <div className="grid gap-2">
      <Input
        label={label}
        type="search"
        hint="The beginning of a name or an email address"
        error={error}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {members.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {members.map((member) => (
            <li key={member.id}>
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  onChoose(member);
                  setTyped("");
                }}
              >
                <span className="sr-only">{action} </span>
                {nameOf(member)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {q && found.data && members.length === 0 && (
        <p className="text-small text-ink-2">Nobody found.</p>
      )}
    </div>
  );
}
