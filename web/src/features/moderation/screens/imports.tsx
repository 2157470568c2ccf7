import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { FileButton } from "@/components/file-picker";
import { FormMessage } from "@/components/form";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { PrivateFileButton } from "@/components/private-file-button";
import {
  client,
  type FormBody,
  messageOf,
  multipart,
  usePages,
  useQueryCache,
  withProgress,
} from "@/lib/api";
import { ImportRow } from "../imports/import-row";

const IMPORTS = "/api/admin/imports";
const MAX_BYTES = 20 * 1024 * 1024;

/** Imports of members from a table: the upload, and those so far. */
export function Component() {
  const imports = usePages(IMPORTS);
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Import members</PageTitle>
      <Card className="grid gap-4">
        <h2 className="text-title">Import members</h2>
        <p className="text-ink-2">
          Bring your community along from a spreadsheet or another program: members, their skills
          and the sparks they have saved up. One row is one member.
        </p>
        <ol className="grid list-decimal gap-1.5 pl-5">
          <li>Fill in the table, or rename the columns of your own.</li>
          <li>Upload it. We check every row, and nobody is added yet.</li>
          <li>Look at the result, and start the import.</li>
        </ol>
        <div className="flex flex-wrap items-start gap-3">
          <PrivateFileButton name="members.csv" load={loadTemplate}>
            Download the table
          </PrivateFileButton>
          <Upload />
        </div>
        <p className="text-small text-ink-2">
          CSV of at most 20 MB. A file that is not imported is deleted after 30 days.
        </p>
      </Card>
      <Card>
        <h2 className="text-title">Files so far</h2>
        <div className="mt-2">
          <PagedList
            list={imports}
            placeholders={2}
            empty={
              <EmptyState icon={<FileSpreadsheet />} title="No files yet">
                Tables that you upload show up here.
              </EmptyState>
            }
            keyOf={({ id }) => id}
          >
            {(one) => <ImportRow item={one} />}
          </PagedList>
        </div>
      </Card>
    </div>
  );
}

async function loadTemplate(): Promise<Blob> {
  const { data } = await client.GET("/api/admin/import-template.csv", { parseAs: "blob" });
  return data as unknown as Blob;
}

/** Button that uploads a table and opens the result of its check. */
function Upload() {
  const navigate = useNavigate();
  const cache = useQueryCache();
  const [progress, setProgress] = useState(0);
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      client.POST(IMPORTS, {
        ...multipart<FormBody<"create_import">>({ file }),
        fetch: withProgress(setProgress),
      }),
    onMutate: () => setProgress(0),
    onSuccess: ({ data }) => {
      cache.invalidate(IMPORTS, "/api/admin/audit");
      if (data) navigate(`/admin/imports/${data.id}`);
    },
  });
  const take = (file: File | undefined) => {
    setTooLarge(file !== undefined && file.size > MAX_BYTES);
    if (file && file.size <= MAX_BYTES) upload.mutate(file);
  };
  const error = upload.error ? messageOf(upload.error) : undefined;
  return (
    <div className="grid gap-2">
      <FileButton accept=".csv,.txt,.tsv,text/csv" busy={upload.isPending} onFile={take}>
        Upload a table
      </FileButton>
      <p role="status" className="num text-small text-ink-2">
        {upload.isPending &&
          (progress < 1 ? `Uploading: ${Math.round(progress * 100)}%` : "Checking…")}
      </p>
      <FormMessage>
        {tooLarge ? "The file must be smaller than 20 MB. Please split it." : error}
      </FormMessage>
    </div>
  );
}
