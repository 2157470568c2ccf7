import { MessageCircle } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { ContactLinks } from "@/components/contact-links";
import type { Schemas } from "@/lib/api";
import { useModule } from "@/lib/site";

/** Asks whether the two have spoken, with ways to get in touch. */
export function ReachThem({ person }: { person: Schemas["Party"] }) {
  const hasChat = useModule("chat");
  const { id, firstname } = person;
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
          <ContactLinks person={person} />
        </div>
      </section>
    </Card>
  );
}
