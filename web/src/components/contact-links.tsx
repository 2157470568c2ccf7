import { Mail, Phone } from "lucide-react";
import type { Schemas } from "@/lib/api";

const link = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

/** The other person's phone number and email address, as far as the viewer may see them. */
export function ContactLinks({ person }: { person: Pick<Schemas["Party"], "phone" | "email"> }) {
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
