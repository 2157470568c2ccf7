import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Select } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { categoryArt } from "@/lib/categories";
import { type AdminCategory, CategoryForm, useReloadCategories } from "./category-form";

interface CategoryRowProps {
  category: AdminCategory;
  all: readonly AdminCategory[];
}

/** A category with its skills, which an admin changes or empties. */
export function CategoryRow({ category, all }: CategoryRowProps) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <Card>
        <CategoryForm category={category} all={all} onDone={() => setEditing(false)} />
      </Card>
    );
  }
  const { title, skills, is_hidden, moved_to } = category;
  const target = all.find(({ id }) => id === moved_to)?.title;
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <img
        src={categoryArt(category)}
        alt=""
        width={70}
        height={40}
        loading="lazy"
        className="h-10 w-17.5 rounded-s object-cover"
      />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-text text-body font-bold tracking-normal wrap-anywhere">{title}</h3>
        <p className="num flex flex-wrap items-center gap-2 text-small text-ink-2">
          {skills === 1 ? "1 skill" : `${skills} skills`}
          {is_hidden && (
            <Badge tone="neutral">{target ? `Hidden, moved to ${target}` : "Hidden"}</Badge>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <MoveButton category={category} all={all} />
        <Button
          size="small"
          variant="quiet"
          aria-label={`Edit ${title}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
      </div>
    </Card>
  );
}

/** Moves all skills of a category into another. */
function MoveButton({ category: { id, title }, all }: CategoryRowProps) {
  const targets = all.filter((other) => other.id !== id && !other.is_hidden);
  const [asking, setAsking] = useState(false);
  const [to, setTo] = useState("");
  const target = targets.find((other) => other.id === to);
  const move = api.useMutation("put", "/api/admin/categories/{id}/move", {
    onSettled: useReloadCategories(),
    onSuccess: () => {
      setAsking(false);
      toast.success("The skills have been moved");
    },
  });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Move skills of ${title}`}
        onClick={() => setAsking(true)}
      >
        Move skills
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Move the skills of “${title}”?`}
        description="They all take the other category, and this one is hidden. Links to it lead to the other one. If the other one needs a check, members without it cannot be booked for them."
        confirmLabel="Move"
        busy={move.isPending}
        error={move.error ? messageOf(move.error) : undefined}
        onConfirm={() => move.mutate({ params: { path: { id } }, body: { to: target?.id ?? "" } })}
      >
        <Select label="To" value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">Choose a category</option>
          {targets.map((other) => (
            <option key={other.id} value={other.id}>
              {other.title}
            </option>
          ))}
        </Select>
      </ConfirmDialog>
    </>
  );
}
