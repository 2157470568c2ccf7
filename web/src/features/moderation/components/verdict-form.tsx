import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, Form, FormError, RadioCard } from "@/components/form";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { nameIn } from "./report-words";

const MOST = z.maxLength(500, "Please keep it to 500 characters");

/** Returns the schema of a decision; `owner` says whose it is that may be taken down. */
const schemaFor = (owner: string) =>
  z
    .object({
      take_down: z.boolean(),
      warning: z.string().check(z.trim(), MOST),
      reason: z.string().check(z.trim(), z.minLength(3, "A reason is required"), MOST),
    })
    .check(
      z.refine(({ take_down, warning }) => !take_down || warning.length > 0, {
        path: ["warning"],
        error: `Say why: the neighbour who ${owner} reads it`,
      }),
    );

/** Words for what can be removed, by kind. */
const takedowns = {
  message: {
    schema: schemaFor("wrote the message"),
    label: "Remove the message for both",
    effect: "Neither of the two can read it any more.",
    delivery: "They get it as a notification and by email.",
    field: "remove_message",
  },
  person: {
    schema: schemaFor("it is about"),
    label: "Remove text, photo and website of the profile",
    effect: "They can write new ones.",
    delivery: "They get it as a notification and by email.",
    field: "clear_profile",
  },
  skill: {
    schema: schemaFor("offers the skill"),
    label: "Take the skill down",
    effect:
      "Nobody else can see or book it until staff restore it. Open bookings stay as they are.",
    delivery: "They get it as a notification and by email, and see it on the skill's page.",
    field: "take_down_skill",
  },
  need: {
    schema: schemaFor("posted the need"),
    label: "Take the need down",
    effect: "It leaves the board for good. Messages between neighbours stay.",
    delivery: "They get it as a notification, and see it with the need.",
    field: "take_down_need",
  },
  review: {
    schema: schemaFor("wrote the review"),
    label: "Remove the review",
    effect: "It goes for good, with its stars and the reply. They can't write another one.",
    delivery: "They get it as a notification.",
    field: "take_down_review",
  },
} as const;

function takedownOf(subject: Schemas["Report"]["subject"]) {
  return subject === "safety" ? takedowns.skill : takedowns[subject];
}

type Decision = Schemas["ReportVerdict"]["decision"];

interface VerdictFormProps {
  report: Schemas["Report"];
  /** Whether what is reported can be removed: it may be gone or removed already. */
  canTakeDown: boolean;
}

/** Form for the decision about a report, with its reason. */
export function VerdictForm({ report, canTakeDown }: VerdictFormProps) {
  const [decision, setDecision] = useState<Decision>("dismiss");
  const takedown = takedownOf(report.subject);
  const form = useAppForm(takedown.schema, {
    take_down: false,
    warning: "",
    reason: "",
  });
  const decide = useDecide();
  const acts = decision === "act";
  const name = nameIn(report.reported);
  const takesDown = canTakeDown && form.watch("take_down");
  useEffect(() => {
    // The skill was removed or taken down meanwhile: clear the tick.
    if (!canTakeDown) form.setValue("take_down", false);
  }, [canTakeDown, form]);
  const choose = (next: Decision) => {
    setDecision(next);
    // Dismissing a report must not carry a takedown ticked before.
    if (next === "dismiss") form.setValue("take_down", false);
  };
  const submit = form.handleSubmit(({ take_down, warning, reason }) =>
    decide.mutate(
      {
        params: { path: { id: report.id } },
        body: {
          decision,
          reason,
          ...(acts && { warning: warning || undefined }),
          ...(acts && take_down && { [takedown.field]: true }),
        },
      },
      { onError: (error) => showServerErrors(form, error) },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to do</legend>
        <RadioCard
          name="decision"
          value="dismiss"
          title="Dismiss it"
          text="Nothing here is against the rules."
          checked={!acts}
          onChoose={() => choose("dismiss")}
        />
        <RadioCard
          name="decision"
          value="act"
          title="Act on it"
          text={`${actText(report.subject, canTakeDown)} You can also suspend them above.`}
          checked={acts}
          onChoose={() => choose("act")}
        />
      </fieldset>
      {acts && (
        <>
          {canTakeDown && (
            <div>
              <Checkbox label={takedown.label} {...form.register("take_down")} />
              <p className="text-small text-ink-2">{takedown.effect}</p>
            </div>
          )}
          {report.subject !== "safety" && (
            <ReplyField
              form={form}
              name="warning"
              queue="reports"
              label={takesDown ? `Reason, for ${name}` : `Message to ${name} (optional)`}
              hint={`${takesDown ? takedown.delivery : "They get this as a notification."} They are not told who reported it.`}
              rows={3}
            />
          )}
        </>
      )}
      <ReplyField
        form={form}
        name="reason"
        queue="reports"
        label="Reason"
        hint="Kept in the audit log. The person who reported it is told only whether you acted."
        rows={2}
      />
      <FormError form={form} />
      <Button
        type="submit"
        variant={acts ? "danger" : "ink"}
        className="justify-self-end"
        busy={decide.isPending}
      >
        {acts ? "Act on it" : "Dismiss"}
      </Button>
    </Form>
  );
}

function actText(subject: Schemas["Report"]["subject"], canTakeDown: boolean): string {
  if (subject === "safety") return "They must not learn of this answer, so they get no message.";
  return canTakeDown ? "Remove it, or warn them." : "Warn them.";
}

function useDecide() {
  const cache = useQueryCache();
  return api.useMutation("put", "/api/admin/reports/{id}", {
    onSuccess: () => {
      toast.success("The decision has been saved");
    },
    // Somebody else may have been faster: reload the current state.
    onSettled: () => {
      cache.invalidate(
        "/api/admin/reports",
        "/api/admin/reports/{id}",
        "/api/admin/takedowns",
        "/api/admin/waiting",
        "/api/admin/audit",
      );
    },
  });
}
