import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { client, messageOf } from "@/lib/api";

/** Long enough for every browser to have begun saving. */
const REVOKE_AFTER_MS = 60_000;

/** Saves the file that came with a dispute. Every reading is in the audit log, so it is not shown unasked. */
export function DisputeFile({ bookingId }: { bookingId: number }) {
  const save = useMutation({
    mutationFn: async () => {
      const { data } = await client.GET("/api/dispute/{id}/file", {
        params: { path: { id: bookingId } },
        parseAs: "blob",
      });
      downloadBlob(data as unknown as Blob, `dispute-${bookingId}`);
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" size="small" busy={save.isPending} onClick={() => save.mutate()}>
        <FileDown aria-hidden="true" className="size-5" />
        Save the evidence
      </Button>
      <FormMessage>{save.error ? messageOf(save.error) : undefined}</FormMessage>
    </div>
  );
}

function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
