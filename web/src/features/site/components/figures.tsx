import { useSite } from "@/lib/site";

const format = new Intl.NumberFormat("en-GB");

/** Size of the community, where the people who run the site want it shown. */
export function Figures() {
  const figures = useSite().data?.figures;
  if (!figures) return null;
  const { neighbours, skills, bookings } = figures;
  const shown = [
    { one: "neighbour", many: "neighbours", count: neighbours },
    { one: "skill on offer", many: "skills on offer", count: skills },
    { one: "booking so far", many: "bookings so far", count: bookings },
  ];
  return (
    <section aria-label="Our community" className="mx-auto w-full max-w-6xl px-5 pb-10">
      <ul className="flex flex-wrap justify-center gap-x-12 gap-y-4">
        {shown.map(({ one, many, count }) =>
          count === undefined ? null : (
            <li key={one} className="text-center">
              <span className="num block font-display text-display font-bold text-leaf">
                {format.format(count)}
              </span>{" "}
              <span className="text-ink-2">{count === 1 ? one : many}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
