import { Mail } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { ContactCard } from "../components/contact-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "open", label: "Open", empty: "Nobody is waiting for an answer" },
  { status: "closed", label: "Closed", empty: "Nothing closed yet" },
] as const;

/** Messages from the contact page; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Contact messages"
      page="Contact"
      intro="What people have written by the contact page. Take one before you answer, so that no two of you do. Nobody has checked that an address is really the sender's."
      filtering={filtering}
      list={usePages("/api/admin/contact-messages", { query: { status } })}
      placeholders={3}
      empty={
        <EmptyState icon={<Mail />} title={empty}>
          Messages from the contact page show up here.
        </EmptyState>
      }
    >
      {(message) => <ContactCard message={message} />}
    </Queue>
  );
}
