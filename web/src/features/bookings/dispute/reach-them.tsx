import { Mail, MessageCircle, Phone } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { useModule } from "@/lib/site";

const link = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

/** Asks whether the two have spoken, with the ways to. */
export function ReachThem({ person }: { person: Schemas["Party"] }) {
  const hasChat = useModule("chat");
  const { id, firstname, phone, email } = person;
  return (
    <Card>
      <section aria-labelledby="written-first" className="grid gap-2">
        <h2 id="written-first" className="text-title">
          Have you written to {firstname}?
        </h2>
        <p className="text-ink-2">
          Most of what goes wrong is a misunderstanding, and is put right sooner by a message than
          by a dispute.
        </p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
          {hasChat && (
            <ButtonLink to={`/chat/${id}`} variant="quiet">
              <MessageCircle aria-hidden="true" className="size-5" />
              Message {firstname}
            </ButtonLink>
          )}
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
        </div>
      </section>
    </Card>
  );
}
