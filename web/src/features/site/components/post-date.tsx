const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Day of a post, such as '2 March 2026'. */
export function PostDate({ date }: { date: string }) {
  return (
    <time dateTime={date} className="text-small text-ink-2">
      {format.format(new Date(date))}
    </time>
  );
}
