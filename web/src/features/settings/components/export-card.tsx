import { type ReactNode, useState } from "react";
import { formatSize, whileUnderWay } from "@/components/archive/archive";
import { ArchiveProgress } from "@/components/archive/archive-progress";
import { downloadArchive } from "@/components/archive/download-archive";
import { type Proof, ProofForm } from "@/components/archive/proof-form";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, client, type Schemas, useQueryCache } from "@/lib/api";
import { formatDay } from "@/lib/format";

const PATH = "/api/settings/export";

type DataExport = Schemas["DataExport"];

/** Archive of the member's own data: to ask for, to wait for, to download. */
export function ExportCard() {
  const query = api.useQuery("get", PATH, {}, whileUnderWay);
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
      return <ArchiveProgress {...data} />;
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
        <ProofForm label="Make my archive" onSubmit={submit} onCancel={() => setOpen(false)} />
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
    await downloadArchive(
      "my-data.zip",
      () => client.POST("/api/settings/export/download", { body, parseAs: "blob" }),
      () => cache.invalidate(PATH),
    );
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
        <ProofForm label="Download" onSubmit={submit} onCancel={() => setOpen(false)} />
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

function CardSkeleton() {
  return (
    <Loading label="Loading your archive">
      <Skeleton className="h-12 rounded-m" />
    </Loading>
  );
}
