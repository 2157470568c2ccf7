import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, FormMessage } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { PrivateImage } from "@/components/private-image";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { documentKey, documentName, loadDocument } from "@/lib/kyc";
import type { KycCase } from "./kyc-case-card";

interface KycCaseDialogProps {
  item: KycCase;
  open: boolean;
  onClose: () => void;
}

/** The document itself and, while pending, the decision. */
export function KycCaseDialog({ item, open, onClose }: KycCaseDialogProps) {
  const name = documentName(item.kyc_id_type);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`${name} of ${item.name}`}
      description="Opening it is recorded in the audit log."
    >
      {item.document_url && (
        <PrivateImage
          queryKey={documentKey(item.id)}
          load={(signal) => loadDocument(item.id, signal)}
          alt={`${name} of ${item.name}`}
        />
      )}
      {item.approval_status === "pending" && <Decision item={item} onDone={onClose} />}
    </Dialog>
  );
}

interface DecisionProps {
  item: KycCase;
  onDone: () => void;
}

function Decision({ item, onDone }: DecisionProps) {
  const [rejecting, setRejecting] = useState(false);
  const decide = useDecide(item, onDone);
  if (rejecting) {
    return <RejectionForm decide={decide} onCancel={() => setRejecting(false)} />;
  }
  return (
    <>
      <p className="text-ink-2">
        Does it show {item.name}, is it readable, and is it still valid? {item.name} is told what
        you decide.
      </p>
      <FormMessage>{decide.error ? messageOf(decide.error) : undefined}</FormMessage>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="quiet"
          onClick={() => {
            decide.reset();
            setRejecting(true);
          }}
        >
          Reject…
        </Button>
        <Button busy={decide.isPending} onClick={() => decide.make("approve")}>
          Approve
        </Button>
      </div>
    </>
  );
}

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "A reason is required"),
      z.maxLength(500, "Please keep it to 500 characters"),
    ),
});

interface RejectionFormProps {
  decide: ReturnType<typeof useDecide>;
  onCancel: () => void;
}

function RejectionForm({ decide, onCancel }: RejectionFormProps) {
  const form = useAppForm(schema, { reason: "" });
  const submit = form.handleSubmit(({ reason }) =>
    decide.make("reject", reason, (error) => showServerErrors(form, error)),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <ReplyField
        form={form}
        name="reason"
        queue="papers"
        label="Reason"
        hint="The member reads this, so say what to do better."
        rows={3}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Back
        </Button>
        <Button type="submit" variant="danger" busy={decide.isPending}>
          Reject
        </Button>
      </div>
    </Form>
  );
}

function useDecide(item: KycCase, onDone: () => void) {
  const cache = useQueryCache();
  const decide = api.useMutation("put", "/api/admin/kyc/{id}/{decision}", {
    onSuccess: (_, { params }) => {
      const what = params.path.decision === "approve" ? "approved" : "rejected";
      toast.success(`${documentName(item.kyc_id_type)} of ${item.name} ${what}`);
      onDone();
    },
    // Somebody else may have been faster: reload the current state.
    onSettled: () => {
      cache.invalidate("/api/admin/kyc", "/api/admin/waiting", "/api/admin/audit");
    },
  });
  return {
    ...decide,
    make: (decision: "approve" | "reject", reason?: string, onError?: (error: unknown) => void) =>
      decide.mutate({ params: { path: { id: item.id, decision } }, body: { reason } }, { onError }),
  };
}
