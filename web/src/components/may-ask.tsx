import type { ReactNode } from "react";
import { Link } from "react-router";
import { api, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";

interface MayAskProps {
  userId: string;
  /** Button to book the person. */
  children: ReactNode;
  /** Shown in its place if they take no requests from the viewer; the reason by default. */
  instead?: ReactNode;
}

/** The button to book a person, or the reason why the viewer may not ask them. */
export function MayAsk({ userId, children, instead }: MayAskProps) {
  const params = { path: { userId } };
  const { data } = api.useQuery("get", "/api/bookings/permissions/{userId}", { params });
  if (!data?.refusal) return children;
  return instead === undefined ? <AskRefusalNote refusal={data.refusal} /> : instead;
}

interface AskRefusalNoteProps {
  refusal: Schemas["AskRefusal"];
  className?: string;
}

/** The reason why the viewer may not ask a person for a booking, and what they can do. */
export function AskRefusalNote({ refusal, className }: AskRefusalNoteProps) {
  return (
    <p className={cx("basis-full rounded-s bg-sunk px-4 py-3 text-small", className)}>
      {refusal.message}
      {refusal.who_may_ask === "verified" && (
        <>
          {" "}
          <Link
            to="/settings/kyc"
            className="inline-flex min-h-6 items-center font-semibold underline"
          >
            Identity check
          </Link>
        </>
      )}
    </p>
  );
}
