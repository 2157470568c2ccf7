import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Form, FormError } from "@/components/form";
import { UploadBar } from "@/components/upload-bar";
import { ApiError, messageOf } from "@/lib/api";
import { useUploadDocument } from "../api/use-documents";
import { type DocumentKind, type IdType, messages } from "../kinds";
import { DocumentPicker } from "./document-picker";
import { TypeChoice } from "./type-choice";

interface UploadFormProps {
  kind: DocumentKind;
  /** Type to start with, after a rejection. */
  type: IdType | null;
  onType: (type: IdType) => void;
  onStart: () => void;
  onUploaded: () => void;
}

interface Errors {
  type?: string | undefined;
  file?: string | undefined;
}

/** Form to choose and upload one document. */
export function UploadForm({ kind, type, onType, onStart, onUploaded }: UploadFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const upload = useUploadDocument(kind);
  const { missingFile, uploadFailed } = messages[kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (upload.isPending) return;
    const noType = kind === "identity" && !type;
    if (noType || !file) {
      return setErrors({
        type: noType ? "Please select an ID type" : undefined,
        file: file ? undefined : missingFile,
      });
    }
    setErrors({});
    onStart();
    upload.mutate(
      { type: type ?? undefined, file },
      {
        onSuccess: () => {
          setFile(null);
          onUploaded();
        },
        onError: (error) => error instanceof ApiError && setErrors(error.fields),
      },
    );
  };
  const hasGeneralError = upload.error && !errors.type && !errors.file;

  return (
    <Form onSubmit={submit} className="grid gap-5">
      {kind === "identity" && (
        <TypeChoice
          value={type}
          error={errors.type}
          onChange={(chosen) => {
            setErrors({ ...errors, type: undefined });
            onType(chosen);
          }}
        />
      )}
      <DocumentPicker
        label={kind === "identity" ? "Picture of your ID" : "Picture of your bill"}
        hint={
          kind === "identity"
            ? "All four corners, sharp, with your name and photo readable."
            : "Gas, water, electricity, council tax or internet: not older than three months, with your name and address readable."
        }
        file={file}
        error={errors.file}
        onInvalid={(problem) => setErrors({ ...errors, file: problem })}
        onChange={(picked) => {
          setErrors({ ...errors, file: undefined });
          setFile(picked);
        }}
      />
      {upload.progress !== null && (
        <UploadBar
          progress={upload.progress}
          label="Uploading your document"
          after="Uploaded. Encrypting and saving…"
        />
      )}
      <FormError>{hasGeneralError ? messageOf(upload.error, uploadFailed) : undefined}</FormError>
      <div>
        <Button type="submit" variant="spark" busy={upload.isPending} busyLabel="Uploading…">
          Upload
        </Button>
      </div>
    </Form>
  );
}
