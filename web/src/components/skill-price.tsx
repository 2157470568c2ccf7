import { useSite } from "@/lib/site";
import { Price } from "./price";

interface SkillPriceProps {
  skill: { hourly_rate?: number | null; spark_token?: number | null };
  /** Unit in small type after the price, such as 'an hour'. */
  per?: string;
  className?: string;
}

/** The price of a skill in this community: pounds and sparks, sparks alone, or nothing. */
export function SkillPrice({ skill, per, className }: SkillPriceProps) {
  const mode = useSite().data?.mode;
  if (mode === "gift") return <Price pounds={0} className={className} />;
  const pounds = mode === "tokens" ? undefined : skill.hourly_rate;
  return <Price pounds={pounds} sparks={skill.spark_token} per={per} className={className} />;
}
