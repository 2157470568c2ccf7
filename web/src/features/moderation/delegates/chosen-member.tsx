import { Button } from "@/components/button";
import { type Member, nameOf } from "../components/member";
import { MemberSearch } from "../components/member-search";

interface ChosenMemberProps {
  label: string;
  member: Member | undefined;
  onChange: (member: Member | undefined) => void;
  /** Ids of members to leave out. */
  without?: readonly string[];
  error: string | undefined;
}

/** Field for one member: a search, and then the one chosen. */
export function ChosenMember(props: ChosenMemberProps) {
  const { label, member, onChange, without = [], error } = props;
  if (!member) {
    return <MemberSearch label={label} chosen={without} onChoose={onChange} error={error} />;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="block text-small text-ink-2">{label}</span>
        <span className="font-semibold">{nameOf(member)}</span>
      </p>
      <Button size="small" variant="quiet" onClick={() => onChange(undefined)}>
        Change<span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}
