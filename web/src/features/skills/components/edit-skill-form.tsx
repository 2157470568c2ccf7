import { type ComponentProps, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import { Form, FormError, Select, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { UploadBar } from "@/components/upload-bar";
import type { Schemas } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { fieldOf, showServerErrors } from "@/lib/form";
import { LEVELS } from "@/lib/format";
import { useSaveSkill } from "../api/use-save-skill";
import { newFiles, type Photo, photoOrder, storedPhotos } from "../photos";
import { isRate } from "../rate";
import { EditPhotos } from "./edit-photos";
import { GoingRates } from "./going-rates";
import { LevelChoice } from "./level-choice";
import { PolicySelect } from "./policy-select";
import { RateInput } from "./rate-input";

const REQUIRED = "Please fill in all required fields";
const required = z.string().check(z.trim(), z.minLength(1, REQUIRED));

const schema = z.object({
  skill_type: required,
  experience_level: z.enum(LEVELS),
  description: required,
  hourly_rate: z
    .string()
    .check(z.minLength(1, REQUIRED), z.refine(isRate, "Enter pounds, with two decimals at most")),
  cancellation_policy: z.enum(["flexible", "moderate", "strict"]),
});

type Values = z.infer<typeof schema>;

const draftSchema = z.partial(
  z.object({
    skill_type: z.string(),
    experience_level: z.enum(LEVELS),
    description: z.string(),
    hourly_rate: z.string(),
    cancellation_policy: z.enum(["flexible", "moderate", "strict"]),
  }),
);

/** Draft of changes to a skill, kept in this tab over a reload; photos are not in it. */
function editDraft(skill: string) {
  return draftEntry<z.infer<typeof draftSchema>>(`editSkill:${skill}`, draftSchema, {});
}

/** Form for all fields of a skill; its photos are sent along, in order. */
export function EditSkillForm({ skill }: { skill: Schemas["Skill"] }) {
  const navigate = useNavigate();
  const { form, removeDraft } = useDraftedForm<Values>(schema, editDraft(skill.id), {
    skill_type: skill.skill_type,
    experience_level: skill.experience_level,
    description: skill.description,
    hourly_rate: (skill.hourly_rate ?? 0).toFixed(2),
    cancellation_policy: skill.cancellation_policy,
  });
  const [photos, setPhotos] = useState<Photo[]>(() => storedPhotos(skill));
  const { save, isPending, progress } = useSaveSkill({ id: skill.id });
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) =>
    save(
      { values, files: newFiles(photos), order: photoOrder(photos) },
      {
        onSuccess: () => {
          removeDraft();
          toast.success("Your skill has been updated.");
          navigate(`/settings/skills/${skill.id}`, { replace: true });
        },
        onError: (error) => showServerErrors(form, error, "Error updating skill"),
      },
    ),
  );

  return (
    <Form onSubmit={submit} className="grid gap-6">
      <SkillSelect current={skill.skill_type} {...fieldOf(form, "skill_type")} />
      <div className="grid gap-2">
        <span aria-hidden="true" className="font-semibold">
          Experience level
        </span>
        <LevelChoice
          value={form.watch("experience_level")}
          error={errors.experience_level?.message}
          onChange={(level) => form.setValue("experience_level", level, { shouldValidate: true })}
        />
      </div>
      <Textarea label="Description" rows={6} {...fieldOf(form, "description")} />
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <RateInput rate={form.watch("hourly_rate")} {...fieldOf(form, "hourly_rate")} />
          <GoingRates
            skill={form.watch("skill_type")}
            rate={form.watch("hourly_rate")}
            onTake={(rate) => form.setValue("hourly_rate", rate, { shouldValidate: true })}
          />
        </div>
        <PolicySelect
          policy={form.watch("cancellation_policy")}
          {...fieldOf(form, "cancellation_policy")}
        />
      </div>
      <section aria-labelledby="photos" className="grid gap-3">
        <h2 id="photos" className="font-text text-body font-semibold tracking-normal">
          Photos
        </h2>
        <EditPhotos skillId={skill.id} photos={photos} onChange={setPhotos} />
      </section>
      <FormError form={form} />
      {progress !== null && (
        <UploadBar progress={progress} label="Uploading photos" after="Uploaded. Saving…" />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="spark" busy={isPending} busyLabel="Saving…">
          Save changes
        </Button>
        <ButtonLink to={`/settings/skills/${skill.id}`} variant="quiet" onClick={removeDraft}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

interface SkillSelectProps extends ComponentProps<"select"> {
  /** The skill's present name, which may be outside the catalogue. */
  current: string;
  error?: string | undefined;
}

function SkillSelect({ current, error, ...rest }: SkillSelectProps) {
  const titles = (useCategories().data ?? []).map(({ title }) => title);
  const names = titles.includes(current) ? titles : [current, ...titles];
  return (
    <Select label="Skill" error={error} {...rest}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
