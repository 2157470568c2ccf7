import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSession } from "@/lib/session";

export function NotFound() {
  const home = useSession() ? "/explore" : "/";
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-5 py-16 text-center">
      <PageTitle>Page not found</PageTitle>
      <img src="/art/not-found.svg" alt="" width={320} height={240} />
      <h1 tabIndex={-1} className="text-display">
        We can't find that page
      </h1>
      <p className="text-lead text-ink-2">
        The link may be old, or a letter may be missing from the address.
      </p>
      <ButtonLink to={home} variant="spark">
        {home === "/" ? "Go to the front page" : "Go to Explore"}
      </ButtonLink>
    </div>
  );
}
