import { useState } from "react";
import { RadioCard, SearchInput } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { CategoryArt } from "@/components/picture";
import { Loading, Skeleton } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { useCategories, useFoundCategories } from "@/lib/categories";
import type { StepProps } from "./steps";

/** Choice of a skill from the catalogue, or a name outside it. */
export function SkillStep({ draft, change }: StepProps) {
  const categories = useCategories();
  const [text, setText] = useState(draft.custom ? draft.skill : "");
  return (
    <div className="grid gap-4">
      <SearchInput
        label="Search skills, or type your own"
        className="max-w-md"
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter filters the list; it must not submit the step.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Loaded
        query={categories}
        error="Unable to load categories. Please try again later."
        skeleton={<TilesSkeleton />}
      >
        {(list) => <Tiles list={list} text={text.trim()} draft={draft} change={change} />}
      </Loaded>
    </div>
  );
}

interface TilesProps extends StepProps {
  list: readonly Schemas["Category"][];
  text: string;
}

function Tiles({ list, text, draft, change }: TilesProps) {
  const term = text.toLowerCase();
  const shown = useFoundCategories(text) ?? list;
  const exact = shown.some(({ title }) => title.toLowerCase() === term);
  const own = text && !exact ? text : draft.custom ? draft.skill : "";
  return (
    <fieldset>
      <legend className="sr-only">Skill</legend>
      <p role="status" className="sr-only">
        {text && `${shown.length || "No"} skills match`}
      </p>
      {own && (
        <RadioCard
          name="skill"
          value={own}
          className="mb-4"
          checked={draft.custom && draft.skill === own}
          onChoose={() => change({ skill: own, custom: true })}
          title={`Use my own: “${own}”`}
          text="It is not in our list, so an admin looks at it within 2 days."
        />
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {shown.map((category) => (
          <Tile
            key={category.id}
            category={category}
            checked={!draft.custom && draft.skill === category.title}
            onChoose={() => change({ skill: category.title, custom: false })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TileProps {
  category: Schemas["Category"];
  checked: boolean;
  onChoose: () => void;
}

function Tile({ category, checked, onChoose }: TileProps) {
  return (
    <label className="cursor-pointer overflow-hidden rounded-m bg-card shadow-card transition-shadow hover:shadow-raised has-checked:ring-3 has-checked:ring-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf">
      <CategoryArt category={category.id} className="aspect-5/3 w-full" />
      <span className="flex min-h-12 items-center gap-2 px-3 py-2 text-small leading-tight font-semibold">
        <input
          type="radio"
          name="skill"
          className="size-4 shrink-0 accent-leaf"
          checked={checked}
          onChange={onChoose}
        />
        {category.title}
      </span>
    </label>
  );
}

function TilesSkeleton() {
  return (
    <Loading label="Loading skills">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed number
          <Skeleton key={index} className="h-36 rounded-m" />
        ))}
      </div>
    </Loading>
  );
}
