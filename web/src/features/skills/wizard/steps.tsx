import { SaveNote, Textarea } from "@/components/form";
import type { SaveStatus } from "@/lib/drafts";
import { GoingRates } from "../components/going-rates";
import { ImagePicker } from "../components/image-picker";
import { LevelChoice } from "../components/level-choice";
import { PolicySelect } from "../components/policy-select";
import { RateInput } from "../components/rate-input";
import { newFiles, newPhoto } from "../photos";
import { type Draft, MAX_DESCRIPTION } from "./draft";

export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export function LevelStep({ draft, change }: StepProps) {
  return <LevelChoice value={draft.level} onChange={(level) => change({ level })} />;
}

export function DescriptionStep({ draft, change }: StepProps) {
  return (
    <div className="grid max-w-2xl gap-1.5">
      <Textarea
        label="Description"
        hint="What you do, what you bring along, and when you usually have time."
        rows={6}
        maxLength={MAX_DESCRIPTION}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <p className="num text-right text-small text-ink-2">
        {draft.description.length} of {MAX_DESCRIPTION}
      </p>
    </div>
  );
}

export function RateStep({ draft, change }: StepProps) {
  return (
    <div className="grid max-w-md gap-5">
      <RateInput
        rate={draft.rate}
        value={draft.rate}
        onChange={(event) => change({ rate: event.target.value })}
      />
      <GoingRates skill={draft.skill} rate={draft.rate} onTake={(rate) => change({ rate })} />
      <PolicySelect
        policy={draft.policy}
        value={draft.policy}
        onChange={(event) => change({ policy: event.target.value as Draft["policy"] })}
      />
    </div>
  );
}

interface ImagesStepProps {
  files: File[];
  saveStatus: SaveStatus;
  onChange: (files: File[]) => void;
}

export function ImagesStep({ files, saveStatus, onChange }: ImagesStepProps) {
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="text-ink-2">
        Photos are optional: show your work, your tools or yourself. Without one we show a picture
        of the skill.
      </p>
      <ImagePicker photos={files.map(newPhoto)} onChange={(photos) => onChange(newFiles(photos))} />
      <SaveNote status={saveStatus} />
    </div>
  );
}
