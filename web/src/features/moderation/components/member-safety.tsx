import { api, messageOf } from "@/lib/api";

/** How often others did not feel safe with a member; nothing where bookings are off. */
export function MemberSafety({ userId }: { userId: string }) {
  const { data, error } = api.useQuery("get", "/api/admin/members/{id}/safety", {
    params: { path: { id: userId } },
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return null;
  return typeof data.felt_unsafe === "number" ? (
    <p>
      Felt unsafe: <span className="num font-semibold">{data.felt_unsafe}</span>
      <span className="block text-small text-ink-2">
        Private answers of others in the last year. Please do not mention them to this member.
      </span>
    </p>
  ) : null;
}
