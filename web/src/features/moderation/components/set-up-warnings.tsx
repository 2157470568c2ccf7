import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { useSetUpWarnings } from "../api/use-set-up";

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
                <Link to="/admin/site" className="font-semibold underline">
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

/** Link to the warnings, in one line. */
export function SetUpStrip() {
  const count = useSetUpWarnings().length;
  if (count === 0) return null;
  return (
    <Link
      to="/admin"
      className="mb-5 flex min-h-11 items-center gap-2.5 rounded-s bg-danger-soft px-4 py-2 font-semibold text-danger hover:underline"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      Your site is not ready for others: {count === 1 ? "1 thing is" : `${count} things are`}{" "}
      missing
    </Link>
  );
}
