import { useState } from "react";
import { formatSize, whileUnderWay } from "@/components/archive/archive";
import { ArchiveProgress } from "@/components/archive/archive-progress";
import { downloadArchive } from "@/components/archive/download-archive";
import { type Proof, ProofForm } from "@/components/archive/proof-form";
import { Button } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, client, useQueryCache } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { type Member, nameOf } from "./member";

const PATH = "/api/admin/members/{id}/export";

/** Archive of a member's data, for somebody who asks for it and cannot do it by themselves. */
export function MemberExport({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  const cache = useQueryCache();
  const params = { path: { id: member.id } };
  const query = api.useQuery("get", PATH, { params }, whileUnderWay);
  const ask = api.useMutation("post", PATH);
  const request = async (proof: Proof, reason: string) => {
    await ask.mutateAsync({ params, body: { ...proof, reason } });
    cache.invalidate(PATH, "/api/admin/audit");
    setOpen(false);
  };
  const download = async (body: Proof) => {
    await downloadArchive(
      "member-data.zip",
      () => client.POST(`${PATH}/download`, { params, body, parseAs: "blob" }),
      () => cache.invalidate(PATH),
    );
    setOpen(false);
    toast.success(`The data of ${nameOf(member)} is downloaded`);
  };
  return (
    <>
      <p className="text-ink-2">
        For somebody who asks for their data and cannot download it by themselves. It has no private
        messages. They are told, and read the reason.
      </p>
      <Loaded
        query={query}
        error="The archive could not be loaded."
        skeleton={
          <Loading label="Loading the archive">
            <Skeleton className="h-12 rounded-m" />
          </Loading>
        }
      >
        {(data) => {
          const { state, bytes, until } = data;
          if (state === "waiting" || state === "writing") return <ArchiveProgress {...data} />;
          const isReady = state === "ready";
          return (
            <>
              <p role="status" className="num empty:hidden">
                {isReady && `The archive is ready: ${formatSize(bytes ?? 0)}.`}
                {isReady && until && ` You can download it until ${formatDay(until)}.`}
                {state === "failed" && "The archive could not be made. Please ask for it again."}
              </p>
              {open ? (
                <ProofForm
                  label={isReady ? "Download" : "Make the archive"}
                  reasonHint={isReady ? undefined : "For the audit log. They read it too."}
                  onSubmit={isReady ? download : request}
                  onCancel={() => setOpen(false)}
                />
              ) : (
                <Button variant="quiet" className="justify-self-end" onClick={() => setOpen(true)}>
                  {isReady ? "Download their data" : "Ask for their data"}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
