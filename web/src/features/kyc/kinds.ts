import type { Schemas } from "@/lib/api";

export type KycDocument = Schemas["KycDocument"];
export type IdType = Exclude<KycDocument["kyc_id_type"], "utility-bill">;
/** The two documents that make a person verified. */
export type DocumentKind = KycDocument["kyc_method"];
export type DocumentStatus = Schemas["KycPart"];

export const ID_TYPES: readonly IdType[] = [
  "residence-permit",
  "driving-license",
  "international-passport",
];

/** Messages of the screen for each kind. */
export const messages = {
  identity: {
    missingFile: "Please upload an ID document",
    uploadFailed: "Failed to upload ID",
    listFailed: "Failed to fetch identity documents",
    deleteFailed: "Failed to delete identity document",
  },
  utility: {
    missingFile: "Please upload a utility bill",
    uploadFailed: "Failed to upload utility bill",
    listFailed: "Failed to fetch utility bills",
    deleteFailed: "Failed to delete utility bill",
  },
} as const;
