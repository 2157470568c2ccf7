import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/lib/api";
import { Button } from "./button";
import { FormMessage } from "./form";

/** Long enough for every browser to have started the download. */
const REVOKE_AFTER_MS = 60_000;

interface PrivateFileButtonProps {
  /** File name of the download. */
  name: string;
  /** Fetches the file with the session: it has no public address. */
  load: () => Promise<Blob>;
  children: ReactNode;
}

/** Saves a private file. Downloads may be logged, so it is fetched only on request. */
export function PrivateFileButton({ name, load, children }: PrivateFileButtonProps) {
  const save = useMutation({ mutationFn: async () => downloadBlob(await load(), name) });
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" size="small" busy={save.isPending} onClick={() => save.mutate()}>
        <FileDown aria-hidden="true" className="size-5" />
        {children}
      </Button>
      <FormMessage>{save.error ? messageOf(save.error) : undefined}</FormMessage>
    </div>
  );
}

/** Saves a file that was fetched. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
