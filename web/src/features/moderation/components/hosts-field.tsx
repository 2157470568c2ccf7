import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { controlClass, FieldError, Input } from "@/components/form";
import { api } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { nameOf } from "./member";

const DEBOUNCE_MS = 300;
const MOST_HOSTS = 5;
const MOST_FOUND = 5;

/** A member named in the form of an event. */
export interface ChosenHost {
  id: string;
  name: string;
  role: "host" | "helper";
}

interface HostsFieldProps {
  hosts: readonly ChosenHost[];
  onChange: (hosts: ChosenHost[]) => void;
  error: string | undefined;
}

/** Field for the hosts and helpers of an event: those chosen, and a search for others. */
export function HostsField({ hosts, onChange, error }: HostsFieldProps) {
  return (
    <fieldset data-invalid={error && true} aria-describedby="hosts-error" className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Hosts and helpers</legend>
      <p className="text-small text-ink-2">
        Up to five. They see the guest list, and can be thanked with sparks afterwards.
      </p>
      {hosts.length > 0 && (
        <ul className="grid gap-2">
          {hosts.map((host) => (
            <li key={host.id} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1 basis-32 font-semibold wrap-anywhere">
                {host.name}
              </span>
              <select
                aria-label={`Part of ${host.name}`}
                value={host.role}
                onChange={({ target }) => {
                  const role = target.value === "helper" ? "helper" : "host";
                  onChange(hosts.map((one) => (one.id === host.id ? { ...host, role } : one)));
                }}
                className={`${controlClass} w-auto`}
              >
                <option value="host">Host</option>
                <option value="helper">Helper</option>
              </select>
              <Button
                variant="quiet"
                size="small"
                onClick={() => onChange(hosts.filter(({ id }) => id !== host.id))}
              >
                <X aria-hidden="true" className="size-5" />
                <span className="sr-only">Remove {host.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hosts.length < MOST_HOSTS && (
        <MemberSearch
          chosen={hosts.map(({ id }) => id)}
          onChoose={(id, name) => onChange([...hosts, { id, name, role: "host" }])}
        />
      )}
      <FieldError id="hosts-error">{error}</FieldError>
    </fieldset>
  );
}

interface MemberSearchProps {
  chosen: readonly string[];
  onChoose: (id: string, name: string) => void;
}

function MemberSearch({ chosen, onChoose }: MemberSearchProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), DEBOUNCE_MS);
  const found = api.useQuery(
    "get",
    "/api/admin/members",
    { params: { query: { q, limit: MOST_FOUND } } },
    { enabled: q.length > 0 },
  );
  const members = q ? (found.data ?? []).filter(({ id }) => !chosen.includes(id)) : [];
  return (
    <div className="grid gap-2">
      <Input
        label="Find a member"
        type="search"
        hint="The beginning of a name or an email address"
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
                  onChoose(member.id, nameOf(member));
                  setTyped("");
                }}
              >
                <span className="sr-only">Add </span>
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
