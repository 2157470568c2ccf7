import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import { Checkbox } from "@/components/form";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, usePages, useQueryCache } from "@/lib/api";
import type { CommunityEvent } from "../event-words";

const GUESTS = "/api/community/events/{id}/guests";

/** The guest list, for those who run the event; from its start on, with who came. */
export function GuestList({ event: { id, state, joined, waiting } }: { event: CommunityEvent }) {
  const list = usePages(GUESTS, { path: { id }, query: { limit: 50 } });
  const marking = state === "begun" || state === "over";
  return (
    <Card>
      <h2 className="text-title">Guest list</h2>
      <p className="num text-small text-ink-2">
        {joined} joined{waiting > 0 && `, ${waiting} waiting`}. Only hosts, helpers and staff see
        this list.
      </p>
      <div className="mt-2">
        <PagedList
          list={list}
          error="The guest list could not be loaded."
          placeholders={3}
          empty={<p className="text-ink-2">Nobody has joined yet.</p>}
          keyOf={({ person }) => person.id}
        >
          {(guest) => <GuestRow event={id} guest={guest} marking={marking} />}
        </PagedList>
      </div>
    </Card>
  );
}

interface GuestRowProps {
  /** Id of the event. */
  event: string;
  guest: Schemas["EventGuest"];
  /** Whether it can be noted who came. */
  marking: boolean;
}

function GuestRow({ event, guest: { person, state, attended }, marking }: GuestRowProps) {
  const cache = useQueryCache();
  const mark = api.useMutation("put", "/api/community/events/{id}/guests/{user_id}/attendance", {
    onSettled: () => cache.invalidate(GUESTS),
    onError: (error) => void toast.error(messageOf(error)),
  });
  const params = { path: { id: event, user_id: person.id } };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Avatar name={person.name} photo={person.photourl} size="small" />
      <p className="min-w-0 flex-1 basis-32 font-semibold wrap-anywhere">
        {person.name}
        {state === "waiting" && <span className="font-normal text-ink-2"> · waiting</span>}
      </p>
      {marking && (
        <Checkbox
          label={
            <>
              Came<span className="sr-only">: {person.name}</span>
            </>
          }
          checked={mark.isPending ? mark.variables.body.attended : attended}
          onChange={({ target }) => mark.mutate({ params, body: { attended: target.checked } })}
        />
      )}
    </div>
  );
}
