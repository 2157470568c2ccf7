import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSite } from "@/lib/site";

/** A remark that is true only in a demo, where it starts with saying so. */
export function DemoNote({ children }: { children: ReactNode }) {
  if (!useSite().data?.demo) return null;
  return (
    <p className="rounded-m bg-spark-soft px-4 py-3 text-spark-deep">This is a demo: {children}</p>
  );
}

/** In a demo, where no mail is sent: what would have been. */
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
