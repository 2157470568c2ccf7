import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSite } from "@/lib/site";

/** A remark shown only in a demo. */
export function DemoNote({ children }: { children: ReactNode }) {
  if (!useSite().data?.demo) return null;
  return (
    <p className="rounded-m bg-spark-soft px-4 py-3 text-spark-deep">This is a demo: {children}</p>
  );
}

/** Says that no mail will come, where the site has no mail server yet. */
export function NoMailNote() {
  if (useSite().data?.delivers_mail !== false) return null;
  return (
    <p role="status" className="rounded-m bg-danger-soft px-4 py-3 text-danger">
      This site cannot send emails yet, so you would get no code or link. Please tell the people who
      run it, and try again later.
    </p>
  );
}

/** Link to the mail that a demo shows instead of sending it. */
export function MailLink({ to }: { to: string }) {
  return (
    <Link
      to={`/demo/mail?to=${encodeURIComponent(to)}`}
      target="_blank"
      className="font-semibold underline underline-offset-3"
    >
      see the email we just sent
    </Link>
  );
}
