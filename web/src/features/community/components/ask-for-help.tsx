import { ButtonLink } from "@/components/button";
import { useSession } from "@/lib/session";

/** Button to post a need; absent for a delegate, from whom the server accepts none. */
export function AskForHelp({ prominent = false }: { prominent?: boolean }) {
  if (useSession()?.acting) return null;
  return prominent ? (
    <ButtonLink to="/needs/new" variant="spark" size="small">
      Ask for help
    </ButtonLink>
  ) : (
    <ButtonLink to="/needs/new">Ask for help</ButtonLink>
  );
}
