import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, client, type FormBody, multipart, useQueryCache, withProgress } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";
import type { DocumentKind, IdType } from "../kinds";

const lists = {
  identity: "/api/settings/kyc/get/identity",
  utility: "/api/settings/kyc/get/utility",
} as const;
const deletions = {
  identity: "/api/settings/kyc/delete/identity/{id}",
  utility: "/api/settings/kyc/delete/utility/{id}",
} as const;
const STATUS = "/api/settings/kyc/status";

/** Fetches the person's uploaded documents of one kind. */
export function useDocuments(kind: DocumentKind) {
  return api.useQuery("get", lists[kind]);
}

/** Fetches the state of the identity check. */
export function useKycStatus() {
  return api.useQuery("get", STATUS);
}

/** Returns a function that reloads documents and state; resolves once the list is loaded. */
function useReloadDocuments(kind: DocumentKind): () => Promise<unknown> {
  const cache = useQueryCache();
  const profile = useProfileCache();
  return () => {
    cache.invalidate(STATUS);
    profile.reload();
    return cache.invalidate(lists[kind]);
  };
}

export function useRemoveDocument(kind: DocumentKind, onRemoved: () => void) {
  const reload = useReloadDocuments(kind);
  return api.useMutation("delete", deletions[kind], {
    onSuccess: async () => {
      await reload();
      onRemoved();
    },
  });
}

interface DocumentUpload {
  /** Type of the document; undefined for a bill. */
  type: IdType | undefined;
  file: File;
}

/** Uploads a document; `progress` is the uploaded part, 0 to 1, null while none is running. */
export function useUploadDocument(kind: DocumentKind) {
  const reload = useReloadDocuments(kind);
  const [progress, setProgress] = useState<number | null>(null);
  const upload = useMutation({
    mutationFn: (kycDocument: DocumentUpload) => send(kind, kycDocument, setProgress),
    onMutate: () => setProgress(0),
    onSuccess: reload,
    onSettled: () => setProgress(null),
  });
  return { ...upload, progress };
}

function send(
  kind: DocumentKind,
  { type, file }: DocumentUpload,
  onProgress: (progress: number) => void,
) {
  const fetch = withProgress(onProgress);
  return kind === "identity"
    ? client.POST("/api/settings/kyc/upload/identity", {
        ...multipart<FormBody<"upload_identity_document">>({ type, file }),
        fetch,
      })
    : client.POST("/api/settings/kyc/upload/utility", {
        ...multipart<FormBody<"upload_utility_document">>({ file }),
        fetch,
      });
}
