import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Form, FormError } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { SkillPrice } from "@/components/skill-price";
import { Stepper } from "@/components/stepper";
import { toast } from "@/components/toast";
import { UploadBar } from "@/components/upload-bar";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { formatLevel } from "@/lib/format";
import { useModule, useSite } from "@/lib/site";
import { type SkillValues, useSaveSkill } from "../api/use-save-skill";
import { toSparks } from "../rate";
import { type Draft, filledSkill, isComplete, reachableStep, STEPS } from "../wizard/draft";
import { SkillStep } from "../wizard/skill-step";
import { DescriptionStep, ImagesStep, LevelStep, RateStep } from "../wizard/steps";
import { useDraft } from "../wizard/use-draft";

const questions = [
  "What can you do?",
  "How good are you at it?",
  "Tell neighbours more",
  "What is an hour worth?",
  "Show it",
] as const;

const SENT_FOR_APPROVAL =
  "Your skill has been sent to an admin for approval and will be reviewed within 2 days.";

/**
 * Wizard that adds a skill in five steps; the URL keeps the step (`?step=`). For a need on the board
 * it may be filled in (`&need=&skill=&about=`), so that only the last step is left.
 */
export function Component() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const filled = filledSkill(params);
  const { draft, files, saveStatus, change, changeFiles, remove } = useDraft(filled);
  const { save, isPending, isSaved, progress } = useSaveSkill({
    onSaved: (skill) => {
      remove();
      toast.success(savedWords(skill));
    },
  });
  const [error, setError] = useState<{ step: number; message: string }>();
  const free = useSite().data?.mode === "gift";
  const step = reachableStep(draft, params.get("step"));
  const last = step === STEPS.length - 1;
  const next = useNextPath(last);

  const need = params.get("need");
  const stepParams = (to: number) => {
    const changed = new URLSearchParams(params);
    changed.set("step", String(to + 1));
    return changed;
  };
  const go = (to: number) => setParams(stepParams(to));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (!isComplete(draft, step)) return;
    if (!last) return go(step + 1);
    save(
      { values: toValues(draft, free), files },
      {
        onSuccess: (skill) =>
          navigate(awaitsApproval(skill) ? "/explore" : need ? `/needs/${need}` : next, {
            replace: true,
          }),
        onError: (failure) => {
          const problem = stepOfError(failure);
          setError(problem);
          if (problem.step !== step) go(problem.step);
        },
      },
    );
  };

  const start = need ? `/needs/${need}` : "/settings/skills";
  const back = step === 0 ? start : `/settings/skill/add?${stepParams(step - 1)}`;
  return (
    <>
      <PageHeader title="Add a skill" back={back} />
      <Stepper steps={STEPS} current={step} />
      <Form
        onSubmit={submit}
        className="mt-6 grid gap-5 max-md:roomy:[&_:is(input,textarea)]:scroll-mb-20"
      >
        <StepHeading step={step} />
        {step === 0 && <SkillStep draft={draft} change={change} />}
        {step === 1 && <LevelStep draft={draft} change={change} />}
        {step === 2 && <DescriptionStep draft={draft} change={change} />}
        {step === 3 && <RateStep draft={draft} change={change} />}
        {last && filled && <FilledIn draft={draft} />}
        {step === 4 && <ImagesStep files={files} saveStatus={saveStatus} onChange={changeFiles} />}
        <FormError>{error?.step === step ? error.message : undefined}</FormError>
        {progress !== null && (
          <UploadBar progress={progress} label="Uploading photos" after="Uploaded. Saving…" />
        )}
        <div className="bottom-16 -mx-4 flex gap-3 border-t border-line bg-paper px-4 py-3 max-md:roomy:sticky md:mx-0 md:border-0 md:px-0">
          <ButtonLink to={back} variant="quiet">
            Back
          </ButtonLink>
          <Button
            type="submit"
            variant="spark"
            className="flex-1 md:min-w-40 md:flex-none"
            disabled={!isComplete(draft, step)}
            // Stays busy until the next screen shows, so that nobody adds it again.
            busy={isPending || isSaved}
            busyLabel="Adding…"
          >
            {last ? "Add skill" : "Next"}
          </Button>
        </div>
      </Form>
    </>
  );
}

/** Returns the path of the member's skills, or of their opening hours if none are set. */
function useNextPath(isLastStep: boolean): string {
  const enabled = useModule("bookings") === true && isLastStep;
  const { data: own } = api.useQuery("get", "/api/bookings/availability/own", {}, { enabled });
  return own?.weekly.length === 0 ? "/settings/availability?after=skill" : "/settings/skills";
}

/** What was filled in, as the owner is about to add it. */
function FilledIn({ draft: { skill, level, description, rate } }: { draft: Draft }) {
  return (
    <div className="grid max-w-2xl gap-1 rounded-m bg-leaf-soft px-4 py-3">
      <p className="font-semibold wrap-anywhere">
        {[skill, level && formatLevel(level)].filter(Boolean).join(" · ")}
      </p>
      <SkillPrice
        skill={{ hourly_rate: Number(rate), spark_token: toSparks(rate) }}
        per="an hour"
      />
      <p className="whitespace-pre-line wrap-anywhere">{description}</p>
      <p className="text-small text-ink-2">Go back to change any of it.</p>
    </div>
  );
}

/** Heading of a step, which takes the focus when the step changes. */
function StepHeading({ step }: { step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-title">
      {questions[step]}
    </h2>
  );
}

/** Returns what the owner of a new skill reads. */
function savedWords(skill: Schemas["Skill"] | undefined): string {
  if (skill?.moderation === "held") return "Your skill is saved. A moderator looks at it first.";
  return awaitsApproval(skill) ? SENT_FOR_APPROVAL : "Your skill has been added.";
}

/** Checks whether an admin has to approve the skill. */
function awaitsApproval(skill: Schemas["Skill"] | undefined): boolean {
  return skill?.approval_status === "pending";
}

function toValues(draft: Draft, free: boolean): SkillValues {
  return {
    skill_type: draft.skill,
    experience_level: draft.level ?? "beginner",
    description: draft.description.trim(),
    hourly_rate: free ? "0" : draft.rate,
    cancellation_policy: draft.policy,
  };
}

const fields = ["skill_type", "experience_level", "description", "hourly_rate", "thumbnails"];

/** Returns the step that a refusal concerns; the last one for a general error. */
function stepOfError(failure: unknown): { step: number; message: string } {
  const named = failure instanceof ApiError ? failure.fields : {};
  const step = fields.findIndex((field) => named[field]);
  const message = named[fields[step] ?? ""] ?? messageOf(failure);
  return { step: step === -1 ? STEPS.length - 1 : step, message };
}
