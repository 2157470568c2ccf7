import { useParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";

/** Topics of mails, as in "Stop emails about …". */
const ABOUT: Record<Schemas["MailTopic"], string> = {
  booking_messages: "messages of people who write to you before booking",
  order_updates: "requests and changes of your bookings",
  order_messages: "messages of people you have a booking with",
  promotions: "what the people you follow offer, and matches of your saved searches",
  account: "reviews, followers and your account",
  marketing: "letters and announcements from the people who run this site",
};

const LINK = "/api/unsubscribe/{token}";
const MAILS = "/api/unsubscribe/{token}/mails";

/** Unsubscribe page of emails: one press stops emails of the kind, without signing in. */
export function Component() {
  const { token = "" } = useParams();
  const init = { params: { path: { token } } };
  const cache = useQueryCache();
  const query = api.useQuery("get", MAILS, init);
  const stop = api.useMutation("post", LINK, {
    onSuccess: () =>
      cache.setData(MAILS, (mails) => mails && { ...mails, wanted: false }, init.params),
    onError: (error) => toast.error(messageOf(error, "This could not be saved. Please try again.")),
  });
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 content-center gap-4 px-5 py-12">
      <PageTitle>Emails from us</PageTitle>
      <Loaded
        query={query}
        error="We do not know this link. Please open it from the email again."
        skeleton={
          <Loading label="Looking up which emails this is about">
            <Skeleton className="h-40 rounded-m" />
          </Loading>
        }
      >
        {({ topics, wanted }) => {
          const about = inWords(topics.map((topic) => ABOUT[topic]));
          return (
            <>
              <h1 tabIndex={-1} className="text-display">
                {wanted ? "Stop these emails?" : "These emails are off"}
              </h1>
              <p role="status" className="text-lead text-ink-2">
                {wanted
                  ? `They are about ${about}. You can switch them on again at any time.`
                  : `You get no more emails about ${about}. Disputes, refunds and messages about the safety of your account still reach you.`}
              </p>
              <div className="flex flex-wrap gap-3">
                {wanted && (
                  <Button
                    variant="spark"
                    busy={stop.isPending}
                    busyLabel="Saving..."
                    onClick={() => stop.mutate(init)}
                  >
                    Stop all emails of this kind
                  </Button>
                )}
                <ButtonLink to="/settings/notify" variant="quiet">
                  Choose what you get
                </ButtonLink>
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** Returns `a, b and c`. */
function inWords(parts: string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}
