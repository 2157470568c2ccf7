import "../components/invitation-cards.css";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { PrintButton } from "@/components/print-button";
import { QrCode } from "@/components/qr-code";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { useSite } from "@/lib/site";

/** Cards on a sheet of A4: two in a row, four rows. */
const CARDS = Array.from({ length: 8 }, (_, index) => index + 1);

/** The member's invitation as a sheet of cards to print and cut. */
export function Component() {
  const invites = api.useQuery("get", "/api/users/invites");
  return (
    <div className="mx-auto max-w-3xl">
      <div className="print:hidden">
        <PageHeader
          title="Invitation cards"
          back="/settings/invite"
          action={invites.data?.url && <PrintButton>Print</PrintButton>}
        >
          Print the sheet on A4 and cut along the lines.
        </PageHeader>
      </div>
      <Loaded
        query={invites}
        error="Your invitation could not be loaded."
        skeleton={
          <Loading label="Loading your invitation">
            <Skeleton className="h-96 rounded-m" />
          </Loading>
        }
      >
        {({ code, url }) =>
          code && url ? (
            <Sheet code={code} url={url} />
          ) : (
            <EmptyState title="Nobody can be invited yet">
              This site has no public address yet, so other people could not open your link.
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}

function Sheet({ code, url }: { code: string; url: string }) {
  const { name, default_city } = useSite().data ?? { name: "Sparkyard", default_city: "" };
  const { host } = new URL(url);
  return (
    <ol
      aria-label="Invitation cards"
      className="invitation-cards grid border-t border-l border-dashed border-current sm:grid-cols-2 print:grid-cols-2"
    >
      {CARDS.map((number) => (
        <li
          key={number}
          className="grid grid-cols-[1fr_auto] items-center gap-3 overflow-hidden border-r border-b border-dashed border-current p-4"
        >
          <div className="grid min-w-0 gap-1.5 wrap-anywhere">
            <p className="font-display text-title font-bold">{name}</p>
            <p className="text-small">
              Neighbours help each other{default_city && ` around ${default_city}`}. Come and join
              us!
            </p>
            <p className="text-small">
              Scan the code, or open <strong>{host}</strong>
            </p>
            <p className="text-small">
              Invitation: <strong>{code}</strong>
            </p>
          </div>
          <QrCode text={url} label={`QR code that leads to ${url}`} className="w-28" />
        </li>
      ))}
    </ol>
  );
}
