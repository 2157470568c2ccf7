import { Mail, Phone } from "lucide-react";
import type { Schemas } from "@/lib/api";

const link = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

/** The other person's number and address, as far as one may know them. */
export function ContactLinks({ person }: { person: Schemas["Party"] }) {
  const { phone, email } = person;
  return (
    <>
      {phone && (
        <a href={`tel:${phone.replace(/\s/g, "")}`} className={link}>
          <Phone aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          <Mail aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {email}
        </a>
      )}
    </>
  );
}
