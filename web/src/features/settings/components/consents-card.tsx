import { Link } from "react-router";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";

type Consent = Schemas["ConsentRecord"];

const OCCASIONS: Record<Consent["occasion"], string> = {
  registration: "when you joined",
  social: "when you joined with an account elsewhere",
  invitation: "when you joined by an invitation",
  request: "when you were asked again",
  paper: "on paper, as the hosts wrote down",
};

/** Texts of the hosts that the member agreed to, and when. */
export function ConsentsCard() {
  const query = api.useQuery("get", "/api/auth/agreements");
  return (
    <section aria-labelledby="consents">
      <Card className="grid gap-3">
        <h2 id="consents" className="text-title">
          What you agreed to
        </h2>
        <Loaded
          query={query}
          error="The list could not be loaded."
          skeleton={
            <Loading label="Loading what you agreed to">
              <Skeleton className="h-12 rounded-m" />
            </Loading>
          }
        >
          {({ consents }) =>
            consents.length > 0 ? (
              <ul className="grid gap-3">
                {consents.map((consent) => (
                  <li key={consent.at} className="grid gap-0.5">
                    <span className="font-semibold">
                      {formatDayInFull(consent.at)}, {OCCASIONS[consent.occasion]}
                    </span>
                    <Texts texts={consent.texts} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-ink-2">
                There is no record: you joined before this site kept one, or you set the site up.
              </p>
            )
          }
        </Loaded>
      </Card>
    </section>
  );
}

function Texts({ texts }: { texts: Consent["texts"] }) {
  return texts.map(({ name, title, version }) => (
    <span key={name} className="text-small text-ink-2">
      <Link to={`/${name}`} className="font-semibold underline">
        {title}
      </Link>
      , version <span className="num">{version}</span>
    </span>
  ));
}
