import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client, type FormBody, multipart, type Schemas, withProgress } from "@/lib/api";
import type { Level } from "@/lib/format";
import { useReloadSkills } from "./use-skill-cache";

/** Values of a skill, as the form holds them. */
export interface SkillValues {
  skill_type: string;
  experience_level: Level;
  description: string;
  /** Pounds per hour. */
  hourly_rate: string;
  cancellation_policy: Schemas["Skill"]["cancellation_policy"];
}

interface SkillChange {
  values: SkillValues;
  /** New photos to upload. */
  files: File[];
  /** Order of new and stored photos; unchanged if absent. */
  order?: string | undefined;
}

interface SaveOptions {
  /** Id of the skill to change; a new one is created without it. */
  id?: string;
  /** Called once it is saved, even after the screen was left. */
  onSaved?: (skill: Schemas["Skill"] | undefined) => void;
}

/** Creates a skill, or changes the one with this id; `progress` is the upload's progress. */
export function useSaveSkill({ id, onSaved }: SaveOptions = {}) {
  const [progress, setProgress] = useState<number | null>(null);
  const reload = useReloadSkills();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async ({ values, files, order }: SkillChange) => {
      const form = multipart<FormBody<"create_skill">>({
        ...values,
        skill_type: values.skill_type.trim(),
        hourly_rate: values.hourly_rate.trim(),
        thumbnails: files,
        photo_order: order,
      });
      const init = { ...form, fetch: withProgress(setProgress) };
      if (files.length > 0) setProgress(0);
      const { data } = id
        ? await client.PUT("/api/skills/{id}", { params: { path: { id } }, ...init })
        : await client.POST("/api/skills", init);
      return data;
    },
    onSuccess: (skill) => {
      onSaved?.(skill);
      return reload();
    },
    onSettled: () => setProgress(null),
  });
  return { save: mutate, isPending, isSaved: isSuccess, progress };
}
