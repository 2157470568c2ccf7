import { client, queryKey, type Schemas } from "./api";

type KycDocumentType = Schemas["KycIdType"];

const names: Record<KycDocumentType, string> = {
  "residence-permit": "Residence permit",
  "driving-license": "Driving license",
  "international-passport": "International passport",
  "utility-bill": "Utility bill",
};

/** Returns `Driving license`. */
export function documentName(type: KycDocumentType): string {
  return names[type];
}

/** Returns the cache key of a document's picture. */
export function documentKey(id: string) {
  return queryKey("/api/settings/kyc/file/{id}", { path: { id } });
}

/** Fetches the picture of a document. It is private: every call is recorded in the audit log. */
export async function loadDocument(id: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.GET("/api/settings/kyc/file/{id}", {
    params: { path: { id } },
    parseAs: "blob",
    signal,
  });
  return data as unknown as Blob;
}
