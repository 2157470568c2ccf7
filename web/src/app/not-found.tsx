import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { useSession } from "@/lib/session";

export function NotFound() {
  const home = useSession() ? "/explore" : "/";
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-5 py-16 text-center">
      <PageTitle>Page not found</PageTitle>
      <LostNotice />
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

/** A noticeboard from which the note has fallen. */
function LostNotice() {
  return (
    <svg viewBox="0 0 240 170" className="w-60" aria-hidden="true">
      <path d="M62 96v68M178 96v68" className="stroke-ink" strokeWidth="9" strokeLinecap="round" />
      <rect x="32" y="14" width="176" height="104" rx="14" className="fill-leaf" />
      <rect x="44" y="26" width="152" height="80" rx="8" className="fill-leaf-soft" />
      <rect x="58" y="40" width="42" height="34" rx="4" className="fill-card" />
      <circle cx="79" cy="41" r="4" className="fill-danger" />
      <rect x="138" y="38" width="42" height="50" rx="4" className="fill-spark-soft" />
      <circle cx="159" cy="39" r="4" className="fill-spark" />
      <circle cx="119" cy="50" r="4" className="fill-plum" />
      <g transform="rotate(14 118 146)">
        <rect
          x="96"
          y="124"
          width="46"
          height="38"
          rx="4"
          className="fill-card stroke-line"
          strokeWidth="2"
        />
        <path
          d="M105 136h28M105 146h18"
          className="stroke-ink-3"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
