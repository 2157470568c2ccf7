import { downloadBlob } from "@/components/private-file-button";
import { ApiError } from "@/lib/api";

/** Saves an archive that `load` fetches; calls `onGone` if it was deleted in the meantime. */
export async function downloadArchive(
  name: string,
  load: () => Promise<{ data?: unknown }>,
  onGone: () => void,
) {
  try {
    const { data } = await load();
    downloadBlob(data as Blob, name);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) onGone();
    throw error;
  }
}
