import { ButtonLink } from "@/components/button";
import { useSite } from "@/lib/site";
import { socialStart } from "../social";

/** Button for signing in with an external account; hidden where the site offers none. */
export function SocialOption({ next }: { next?: string | null }) {
  const label = useSite().data?.social;
  if (!label) return null;
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ButtonLink to={socialStart(next)} reloadDocument variant="quiet" block>
        Continue with {label}
      </ButtonLink>
    </div>
  );
}
