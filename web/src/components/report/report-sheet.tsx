import { useState } from "react";
import { api } from "@/lib/api";
import { useBlock } from "@/lib/block";
import { formatDayInSentence } from "@/lib/format";
import { Button } from "../button";
import { FormMessage } from "../form/form-error";
import { Dialog } from "../overlay";
import { ReportForm, type ReportValues } from "./report-form";
import type { ReportTarget } from "./target";

export interface ReportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  target: ReportTarget;
}

const titles = {
  message: () => "Report this message",
  person: (firstname: string) => `Report ${firstname}`,
  skill: () => "Report this skill",
  need: () => "Report this need",
  review: () => "Report this review",
};

const seen = {
  message:
    "Moderators can then read this message and a few messages before and after it, and nothing else.",
  person: "Moderators look at their profile and what they do here.",
  skill: "Moderators look at the skill's page.",
  need: "Moderators look at what it says.",
  review: "Moderators look at what it says.",
};

/** Asks for the reason, and says afterwards what happens next. */
export function ReportSheet({ open, onOpenChange, target }: ReportDialogProps) {
  const report = useReport(target);
  const { firstname, subject } = target;
  if (report.done) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title="Thank you">
        <p role="status">
          The moderators have your report, and mean to decide
          {report.due ? ` by ${formatDayInSentence(report.due)}` : " soon"}. You get a notification
          when they have.
          {report.blocked && ` You have blocked ${firstname}.`}
        </p>
        <p className="text-ink-2">If somebody is in danger, call 999.</p>
        {report.unblocked && (
          <FormMessage>{`${firstname} could not be blocked. You can do it on their profile.`}</FormMessage>
        )}
        <Button className="justify-self-end" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titles[subject](firstname)}
      description={`${seen[subject]} ${firstname} is not told who reported it.`}
    >
      <ReportForm
        target={target}
        busy={report.busy}
        onSend={report.send}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/** Sends a report, and blocks the person if wanted. A failed block does not fail the report. */
function useReport({ subject, id, personId }: ReportTarget) {
  const [done, setDone] = useState(false);
  const report = api.useMutation("post", "/api/reports");
  const block = useBlock();
  const send = async (values: ReportValues, onError: (error: unknown) => void) => {
    const { reason, words, block: blockPerson } = values;
    try {
      await report.mutateAsync({ body: { subject, id, reason, words: words || undefined } });
    } catch (error) {
      onError(error);
      return;
    }
    if (blockPerson && personId) {
      const path = { userId: personId };
      // An error of the block is shown from the mutation's own state.
      await block.mutateAsync({ params: { path } }).catch(() => undefined);
    }
    setDone(true);
  };
  return {
    send,
    done,
    due: report.data?.due_at,
    busy: report.isPending || block.isPending,
    blocked: block.isSuccess,
    unblocked: block.isError,
  };
}
