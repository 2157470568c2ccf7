import { useSite } from "@/lib/site";
import { Price } from "./price";

interface SkillPriceProps {
  skill: { hourly_rate?: number | null; spark_token?: number | null };
  /** Said after it in small type, such as 'an hour'. */
  per?: string;
  className?: string;
}

/** What a skill costs in this community: pounds and sparks, sparks alone, or nothing. */
export function SkillPrice({ skill, per, className }: SkillPriceProps) {
  const mode = useSite().data?.mode;
  if (mode === "gift") return <Price pounds={0} className={className} />;
  const pounds = mode === "tokens" ? undefined : skill.hourly_rate;
  return <Price pounds={pounds} sparks={skill.spark_token} per={per} className={className} />;
}
