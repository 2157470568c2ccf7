import { PrivateFileButton } from "@/components/private-file-button";
import { client } from "@/lib/api";

/** The file attached to a dispute. */
export function DisputeFile({ id }: { id: number }) {
  const load = async () => {
    const { data } = await client.GET("/api/dispute/{id}/file", {
      params: { path: { id } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  return (
    <PrivateFileButton name={`dispute-${id}`} load={load}>
      Save the evidence
    </PrivateFileButton>
  );
}

/** The file attached to an answer in a dispute. */
export function AnswerFile({ id, statementId }: { id: number; statementId: string }) {
  const load = async () => {
    const { data } = await client.GET("/api/dispute/{id}/statements/{statementId}/file", {
      params: { path: { id, statementId } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  return (
    <PrivateFileButton name={`dispute-${id}-answer`} load={load}>
      Save the file
    </PrivateFileButton>
  );
}
