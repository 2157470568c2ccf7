import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSession } from "@/lib/session";
import { useSiteName } from "@/lib/site";

/** Page for addresses that a community has announced and not opened yet. */
export function Component() {
  const name = useSiteName();
  const home = useSession() ? "/explore" : "/";
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center justify-items-center gap-4 px-5 py-16 text-center">
      <PageTitle>Coming soon</PageTitle>
      <img src="/art/events.svg" alt="" width={320} height={320} className="rounded-l" />
      <h1 tabIndex={-1} className="text-display">
        Coming soon
      </h1>
      <p className="text-lead text-ink-2">
        This part of {name} is not open yet. Everything else is ready for you.
      </p>
      <ButtonLink to={home} variant="spark">
        {home === "/" ? "Go to the front page" : "Go to Explore"}
      </ButtonLink>
    </div>
  );
}
