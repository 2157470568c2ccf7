import { Input, Select } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { useModule } from "@/lib/site";

/** Choice of members to write to, as the fields show it; empty texts stand for all. */
export interface Segment {
  town: string;
  joined: string;
  /** `some`, `none`, or the slug of a category. */
  offers: string;
}

export const EVERYBODY: Segment = { town: "", joined: "", offers: "" };

const JOINED = [
  { value: "", label: "At any time" },
  { value: "30", label: "In the last 30 days" },
  { value: "90", label: "In the last 90 days" },
  { value: "365", label: "In the last year" },
];

/** Returns the segment as the server takes it; undefined for all members. */
export function toRequest({ town, joined, offers }: Segment): Schemas["MemberSegment"] | undefined {
  const segment: Schemas["MemberSegment"] = {
    ...(town.trim() !== "" && { town: town.trim() }),
    ...(joined !== "" && { joined_days: Number(joined) }),
    ...(offers === "some" || offers === "none" ? { offers } : offers && { category: offers }),
  };
  return Object.keys(segment).length > 0 ? segment : undefined;
}

interface SegmentFieldsProps {
  value: Segment;
  onChange: (value: Segment) => void;
}

/** Fields for the members to write to: all of them unless something is chosen. */
export function SegmentFields({ value, onChange }: SegmentFieldsProps) {
  const categories = useCategories().data ?? [];
  const hasSkills = useModule("skills") ?? false;
  const set = (part: Partial<Segment>) => onChange({ ...value, ...part });
  return (
    <fieldset className="grid items-end gap-4 sm:grid-cols-3">
      <legend className="mb-1.5 font-semibold">Who gets it</legend>
      <Input
        label="Town"
        optional
        hint="As on their profiles"
        autoComplete="off"
        maxLength={80}
        value={value.town}
        onChange={(event) => set({ town: event.target.value })}
      />
      <Select
        label="Joined"
        value={value.joined}
        onChange={(event) => set({ joined: event.target.value })}
      >
        {JOINED.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {hasSkills && (
        <Select
          label="Skills"
          value={value.offers}
          onChange={(event) => set({ offers: event.target.value })}
        >
          <option value="">With or without</option>
          <option value="some">Who offer a skill</option>
          <option value="none">Who offer none yet</option>
          <optgroup label="Who offer">
            {categories.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
        </Select>
      )}
    </fieldset>
  );
}
