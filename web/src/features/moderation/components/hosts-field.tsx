import { X } from "lucide-react";
import { Button } from "@/components/button";
import { controlClass, FieldError } from "@/components/form";
import { useModule } from "@/lib/site";
import { nameOf } from "./member";
import { MemberSearch } from "./member-search";

const MAX_HOSTS = 5;

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
  const canSearch = useModule("moderation") === true;
  if (!canSearch && hosts.length === 0) return null;
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
      {canSearch && hosts.length < MAX_HOSTS && (
        <MemberSearch
          action="Add"
          chosen={hosts.map(({ id }) => id)}
          onChoose={(member) =>
            onChange([...hosts, { id: member.id, name: nameOf(member), role: "host" }])
          }
        />
      )}
      <FieldError id="hosts-error">{error}</FieldError>
    </fieldset>
  );
}
