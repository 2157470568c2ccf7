import { useRef, useState } from "react";
import { Card } from "@/components/card";
import { PageHeader } from "@/components/page-header";
import { type DocumentKind, ID_TYPES, type IdType, type KycDocument } from "../kinds";
import { Banner, useBanner } from "./banner";
import { DocumentHandling } from "./document-handling";
import { DocumentList } from "./document-list";
import { UploadForm } from "./upload-form";

interface DocumentsScreenProps {
  kind: DocumentKind;
  title: string;
  intro: string;
}

/** Upload form for documents of one kind, with those uploaded so far. */
export function DocumentsScreen({ kind, title, intro }: DocumentsScreenProps) {
  const form = useRef<HTMLDivElement>(null);
  const [type, setType] = useState<IdType | null>(null);
  const { done, show } = useBanner();
  const again = (kycDocument: KycDocument) => {
    setType(ID_TYPES.find((known) => known === kycDocument.kyc_id_type) ?? null);
    form.current?.scrollIntoView({ block: "start" });
    form.current?.querySelector<HTMLElement>("button")?.focus();
  };
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title} back="/settings/kyc">
        {intro}
      </PageHeader>
      <div className="grid gap-5">
        <Banner done={done} onClose={() => show(null)} />
        <Card>
          <div ref={form} className="scroll-mt-24">
            <UploadForm
              kind={kind}
              type={type}
              onType={setType}
              onStart={() => show(null)}
              onUploaded={() => show("uploaded")}
            />
          </div>
        </Card>
        <DocumentList kind={kind} onAgain={again} onDeleted={() => show("deleted")} />
        <DocumentHandling />
      </div>
    </div>
  );
}
