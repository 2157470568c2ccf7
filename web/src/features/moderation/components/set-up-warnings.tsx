import { TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useModule } from "@/lib/site";
import { useSetUpWarnings } from "../api/use-set-up";
import { OVERVIEW } from "../sections";
import { ContinueSetUp } from "./continue-set-up";

const SITE = "/admin/site";

/** Returns the page that shows what is left to set up: the site's, where there is no overview. */
function useSetUpPage(): string {
  return useModule("moderation") === false ? SITE : OVERVIEW;
}

/** What is left to set up, on the site's page if that is the one to show it. */
export function SetUpOfSite() {
  if (useSetUpPage() !== SITE) return null;
  return (
    <>
      <ContinueSetUp />
      <SetUpWarnings />
    </>
  );
}

/** Missing server settings, with remedies. */
export function SetUpWarnings() {
  const warnings = useSetUpWarnings();
  if (warnings.length === 0) return null;
  return (
    <section
      aria-labelledby="set-up-warnings"
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-m bg-danger-soft p-4 shadow-card ring-2 ring-danger ring-inset sm:p-5"
    >
      <TriangleAlert aria-hidden="true" className="size-7 text-danger" />
      <div className="grid min-w-0 gap-3">
        <h2 id="set-up-warnings" className="text-title">
          Your site is not ready for others
        </h2>
        <ul className="grid gap-3">
          {warnings.map(({ topic, problem, remedy }) => (
            <li key={topic} className="wrap-anywhere">
              <p className="font-semibold">{problem}</p>
              <p>{remedy}</p>
              {topic === "mail" && (
                <Link to={SITE} className="font-semibold underline">
                  Send a test email
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Link to the warnings, in one line; absent from the page that has them. */
export function SetUpStrip() {
  const count = useSetUpWarnings().length;
  const page = useSetUpPage();
  const path = useLocation().pathname.replace(/\/$/, "");
  if (count === 0 || path === page) return null;
  return (
    <Link
      to={page}
      className="mb-5 flex min-h-11 items-center gap-2.5 rounded-s bg-danger-soft px-4 py-2 font-semibold text-danger hover:underline"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      Your site is not ready for others: {count === 1 ? "1 thing is" : `${count} things are`}{" "}
      missing
    </Link>
  );
}
