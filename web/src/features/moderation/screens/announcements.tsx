import { useState } from "react";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { ApiError, api, useIdempotencyKey, usePages, useQueryCache } from "@/lib/api";
import { AnnouncementForm } from "../components/announcement-form";
import { AnnouncementRow } from "../components/announcement-row";

/** Announcements to members: the form for a new one, and all so far. */
export function Component() {
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Announcements</PageTitle>
      <Card>
        <h2 className="text-title">Announce something</h2>
        <p className="mt-1 text-ink-2">
          It stands on the community page until its time is over. Those who get it are notified, and
          nobody else can read it.
        </p>
        <NewAnnouncement />
      </Card>
      <Card>
        <h2 className="text-title">Announcements so far</h2>
        <div className="mt-2">
          <PagedList
            list={usePages("/api/admin/announcements")}
            placeholders={2}
            empty={
              <EmptyState art="messages" title="No announcements yet">
                What you announce to members shows up here.
              </EmptyState>
            }
            keyOf={({ id }) => id}
          >
            {(announcement) => <AnnouncementRow announcement={announcement} />}
          </PagedList>
        </div>
      </Card>
    </div>
  );
}

function NewAnnouncement() {
  const cache = useQueryCache();
  const key = useIdempotencyKey();
  // A new form after each announcement.
  const [made, setMade] = useState(0);
  const announce = api.useMutation("post", "/api/admin/announcements", {
    onSuccess: () => {
      key.renew();
      toast.success("Announced. Members are being told.");
      cache.invalidate("/api/admin/announcements", "/api/community", "/api/admin/audit");
      setMade((count) => count + 1);
    },
    onError: (error) => {
      // Without a response it may be announced: the retry must carry the same key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
    },
  });
  return (
    <AnnouncementForm
      key={made}
      action="Announce it"
      busy={announce.isPending}
      send={(body, onError) =>
        announce.mutate({ params: { header: key.header }, body }, { onError })
      }
    />
  );
}
