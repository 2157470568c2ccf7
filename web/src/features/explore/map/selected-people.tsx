import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { IconButton } from "@/components/button";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { useDistanceText } from "@/lib/units";
import type { Group } from "./groups";

interface SelectedPeopleProps {
  group: Group;
  people: readonly Schemas["PersonCard"][];
  onClose: () => void;
}

/** List of the people at the chosen place, over the lower edge of the map. It takes the focus. */
export function SelectedPeople({ group, people, onClose }: SelectedPeopleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const ids = new Set(group.people.map(({ id }) => id));
  const here = people.filter(({ id }) => ids.has(id));
  return (
    <section
      aria-labelledby="selected-people"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="absolute inset-x-2 bottom-2 z-[1000] max-h-[70%] animate-rise overflow-y-auto rounded-m bg-card p-2 pl-4 shadow-raised ring-1 ring-line"
    >
      <div className="flex items-center justify-between gap-2">
        <h3
          id="selected-people"
          ref={heading}
          tabIndex={-1}
          className="font-text text-body font-bold tracking-normal"
        >
          {here.length === 1 ? "Around here" : `${here.length} people around here`}
        </h3>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <ul className="divide-y divide-line">
        {here.map((person) => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PersonRow({ person }: { person: Schemas["PersonCard"] }) {
  const { id, firstname, lastname, photourl, distance, skills } = person;
  const name = `${firstname} ${lastname}`;
  const [skill] = skills;
  const far = useDistanceText()(distance);
  return (
    <Link
      to={`/user-profile/${id}`}
      className="flex items-center gap-3 rounded-s py-2 hover:bg-sunk"
    >
      <Avatar name={name} photo={photourl} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-bold">{name}</span>
        <span className="block wrap-anywhere text-small text-ink-2">
          {[skill?.skill_type, far].filter(Boolean).join(" · ")}
        </span>
      </span>
      {skill && <SkillPrice skill={skill} className="pr-2 text-small max-sm:hidden" />}
    </Link>
  );
}
