import { useState } from "react";
import { Button } from "@/components/button";
import { Form, Textarea } from "@/components/form";
import { Dialog } from "@/components/overlay";

interface RejectSkillDialogProps {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  onReject: (reason: string) => void;
}

/** Asks for the reason before a name is rejected, since its owners are notified. */
export function RejectSkillDialog(props: RejectSkillDialogProps) {
  const { name, open, onOpenChange, busy, onReject } = props;
  const [reason, setReason] = useState("");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Reject '${name}'?`}
      description="Skills under this name stay visible to their owners only. They are told."
    >
      <Form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim());
        }}
      >
        <Textarea
          label="Why"
          optional
          hint="The members who suggested the skill read this."
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            Reject
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
