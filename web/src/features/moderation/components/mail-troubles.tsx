import { Card } from "@/components/card";
import { MoreButton } from "@/components/more-button";
import { type Schemas, usePages } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useModule } from "@/lib/site";

const what: Record<Schemas["MailTrouble"]["kind"], string> = {
  refused: "Their server refuses it",
  complaint: "Marked as unwanted",
  late: "An email was not delivered",
};

/** Members whose mail bounces, so that staff can reach them otherwise; hidden without any. */
export function MailTroubles() {
  const on = useModule("notifications");
  const list = usePages("/api/admin/mail-troubles", {}, { enabled: on === true });
  if (!list.data?.length) return null;
  return (
    <Card className="mt-5">
      <h2 className="text-title">Emails that were not delivered</h2>
      <p className="mt-1 text-ink-2">
        These members have been told on the site. An address that refuses emails gets only essential
        ones.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {list.data.map(({ id, name, trouble }) => (
          <li key={id} className="py-3 wrap-anywhere">
            <p className="font-semibold">{name || "Somebody without a name"}</p>
            <p className="text-small text-ink-2">{trouble.address}</p>
            <p className="text-small">
              {what[trouble.kind]}: {trouble.reason}
            </p>
            <p className="num text-small text-ink-2">
              {trouble.times} {trouble.times === 1 ? "email" : "emails"}, the last on{" "}
              {formatDay(trouble.last_at)}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </Card>
  );
}
