import { ExternalLink, Printer, Share2 } from "lucide-react";
import { Link } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { CopyField, FormMessage } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { useSession } from "@/lib/session";
import { useSiteName } from "@/lib/site";
import { InviteStats } from "../components/invite-stats";
import { invitationText, shareLinks } from "../components/share-links";

/** The member's invitation, with the number of people who joined by it. */
export function Component() {
  const invites = api.useQuery("get", "/api/users/invites");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Invite friends" back="/settings">
        Invite neighbours to offer their skills here.
      </PageHeader>
      <Loaded
        query={invites}
        error="Your invitation could not be loaded."
        skeleton={<InviteSkeleton />}
      >
        {(known) => (
          <div className="grid gap-5">
            <Card>
              <Own invites={known} />
            </Card>
            <InviteStats invites={known} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Own({ invites: { code, url } }: { invites: Schemas["InviteFigures"] }) {
  if (!code) return <NoCode />;
  return url ? <Invitation url={url} /> : <NoAddress />;
}

/** Shown without a public address: a link would lead to the invited person's own machine. */
function NoAddress() {
  const isAdmin = useSession()?.claims.role === "admin";
  return (
    <div className="grid gap-3">
      <h2 className="text-title">Nobody can be invited yet</h2>
      <p>This site has no public address yet, so other people could not open your link.</p>
      {isAdmin && (
        <Link to="/admin" className="font-semibold underline">
          See what is missing
        </Link>
      )}
    </div>
  );
}

function NoCode() {
  return <FormMessage>No referral code found in profile</FormMessage>;
}

function Invitation({ url }: { url: string }) {
  const site = useSiteName();
  const text = invitationText(site);
  return (
    <div className="grid gap-5">
      <CopyField
        label="Your link"
        value={url}
        hint="Everybody who signs up with it counts as invited by you."
        copyLabel="Copy link"
        copiedText="Link copied"
        variant="spark"
      />
      <div className="grid gap-2">
        <h2 className="text-title">Share it</h2>
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {shareLinks(url, text).map(({ name, href }) => (
            <li key={name}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="flex min-h-11 items-center justify-center gap-2 rounded-full px-3 font-semibold ring-[1.5px] ring-inset ring-line hover:bg-sunk"
              >
                {name}
                <ExternalLink aria-hidden="true" className="size-4 text-ink-3" />
              </a>
            </li>
          ))}
        </ul>
        <ButtonLink to="/settings/invite/cards" variant="quiet">
          <Printer aria-hidden="true" className="size-5" />
          Print cards
        </ButtonLink>
        {"share" in navigator && (
          <Button variant="quiet" onClick={() => shareByDevice({ title: site, text, url })}>
            <Share2 aria-hidden="true" className="size-5" />
            Share in another way
          </Button>
        )}
      </div>
    </div>
  );
}

async function shareByDevice(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // Closing the device's own dialog is no failure.
    if (!(error instanceof DOMException) || error.name !== "AbortError") throw error;
  }
}

function InviteSkeleton() {
  return (
    <Loading label="Loading your invitation">
      <div className="grid gap-5">
        <Skeleton className="h-56 rounded-m" />
        <Skeleton className="h-28 rounded-m" />
      </div>
    </Loading>
  );
}
