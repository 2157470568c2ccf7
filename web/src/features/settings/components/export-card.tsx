import { type ReactNode, useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { downloadBlob } from "@/components/private-file-button";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { ApiError, api, client, type Schemas, useQueryCache } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { ExportProof, type Proof } from "./export-proof";

const PATH = "/api/settings/export";
const POLL_MS = 2_000;

type DataExport = Schemas["DataExport"];

const isUnderWay = (data?: DataExport) => data?.state === "waiting" || data?.state === "writing";

/** Archive of the member's own data: to ask for, to wait for, to download. */
export function ExportCard() {
  const query = api.useQuery(
    "get",
    PATH,
    {},
    { refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false) },
  );
  return (
    <section aria-labelledby="own-data">
      <Card className="grid gap-4">
        <div className="grid gap-2">
          <h2 id="own-data" className="text-title">
            Download your data
          </h2>
          <p className="text-ink-2">
            Everything this site keeps about you, with your pictures and papers, in one ZIP file.
            Other people appear in it by first name only.
          </p>
        </div>
        <Loaded query={query} error="Your archive could not be loaded." skeleton={<CardSkeleton />}>
          {(data) => <Archive data={data} />}
        </Loaded>
      </Card>
    </section>
  );
}

function Archive({ data }: { data: DataExport }) {
  switch (data.state) {
    case "waiting":
    case "writing":
      return <Progress {...data} />;
    case "ready":
      return <Ready {...data} />;
    case "failed":
      return <Ask>Your archive could not be made. Please ask for it again.</Ask>;
    case "expired":
      return <Ask>Your last archive has been deleted. You can ask for a new one.</Ask>;
    default:
      return <Ask />;
  }
}

function Progress({ state, done, total, entries }: DataExport) {
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Putting your data together"
        value={done}
        max={Math.max(total, 1)}
        className="h-2 w-full accent-leaf"
      />
      <p role="status" className="num text-small text-ink-2">
        {state === "waiting"
          ? "Your archive waits for its turn."
          : `Step ${done} of ${total}, ${entries} entries so far.`}{" "}
        You can leave this page: we tell you when it is ready.
      </p>
    </div>
  );
}

function Ask({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const cache = useQueryCache();
  const ask = api.useMutation("post", PATH);
  const submit = async (body: Proof) => {
    cache.setData(PATH, await ask.mutateAsync({ body }));
  };
  return (
    <>
      <p role="status" className="empty:hidden">
        {children}
      </p>
      {open ? (
        <ExportProof label="Make my archive" onSubmit={submit} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="spark" onClick={() => setOpen(true)}>
            Ask for my data
          </Button>
        </div>
      )}
    </>
  );
}

function Ready({ until, bytes, entries }: DataExport) {
  const [open, setOpen] = useState(false);
  const cache = useQueryCache();
  const submit = async (body: Proof) => {
    try {
      const { data } = await client.POST("/api/settings/export/download", {
        body,
        parseAs: "blob",
      });
      downloadBlob(data as unknown as Blob, "my-data.zip");
    } catch (error) {
      // The archive was deleted in the meantime.
      if (error instanceof ApiError && error.status === 404) cache.invalidate(PATH);
      throw error;
    }
    setOpen(false);
    toast.success("Your data is downloaded");
  };
  return (
    <>
      <p role="status" className="num">
        Your archive is ready: {entries} entries, {formatSize(bytes ?? 0)}.
        {until && ` You can download it until ${formatDay(until)}.`}
      </p>
      {open ? (
        <ExportProof label="Download" onSubmit={submit} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="spark" onClick={() => setOpen(true)}>
            Download my data
          </Button>
        </div>
      )}
    </>
  );
}

/** Writes a size for people, such as '2.5 MB'. */
function formatSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function CardSkeleton() {
  return (
    <Loading label="Loading your archive">
      <Skeleton className="h-12 rounded-m" />
    </Loading>
  );
}
