import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, Form, FormError, Input, Select } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { categoryArt } from "@/lib/categories";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

export type AdminCategory = Schemas["CategoryForAdmin"];

const schema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, "Please write at least 2 characters"),
      z.maxLength(40, "Please keep it to 40 characters"),
    ),
  id: z.string().check(z.trim(), z.maxLength(60, "Please keep it to 60 characters")),
  after: z.string(),
  is_hidden: z.boolean(),
});

/** Returns a function that reloads what shows categories. */
export function useReloadCategories() {
  const cache = useQueryCache();
  return () => {
    cache.invalidate("/api/admin/categories", "/api/admin/words", "/api/admin/audit");
    cache.invalidate("/api/skills/get/categories", "/api/skills/user/all", "/api/skills/{id}");
  };
}

interface CategoryFormProps {
  /** The category to change; a new one if absent. */
  category?: AdminCategory;
  all: readonly AdminCategory[];
  onDone: () => void;
}

/** Form to add a category, or to change one. */
export function CategoryForm({ category, all, onDone }: CategoryFormProps) {
  const others = all.filter(({ id }) => id !== category?.id);
  const place = category ? all.findIndex(({ id }) => id === category.id) : all.length;
  const before = all[place - 1]?.id ?? "";
  const [icon, setIcon] = useState(category?.icon ?? all.find((one) => one.is_built_in)?.icon);
  const form = useAppForm(schema, {
    title: category?.title ?? "",
    id: "",
    after: before,
    is_hidden: category?.is_hidden ?? false,
  });
  const callbacks = {
    onSettled: useReloadCategories(),
    onSuccess: () => {
      toast.success("The category is saved");
      onDone();
    },
    onError: (error: unknown) => showServerErrors(form, error),
  };
  const add = api.useMutation("post", "/api/admin/categories", callbacks);
  const change = api.useMutation("put", "/api/admin/categories/{id}", callbacks);
  const submit = form.handleSubmit(({ title, id, after, is_hidden }) => {
    const body = { title, icon: icon ?? "", ...(after !== before && { after }) };
    if (!category) add.mutate({ body: { ...body, ...(id && { id }) } });
    else {
      const params = { path: { id: category.id } };
      change.mutate({ params, body: { ...body, is_hidden } });
    }
  });
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <Input label="Name" autoComplete="off" {...fieldOf(form, "title")} />
      {!category && (
        <Input
          label="Short name in links"
          hint="Small letters and hyphens, such as bee-keeping. Made from the name if you leave it empty."
          optional
          autoComplete="off"
          {...fieldOf(form, "id")}
        />
      )}
      <Select label="Place in the list" {...fieldOf(form, "after")}>
        <option value="">At the top</option>
        {others.map(({ id, title }) => (
          <option key={id} value={id}>
            After {title}
          </option>
        ))}
      </Select>
      {category && (
        <Checkbox
          label="Hide it: its skills stay, and nobody can choose it for a new one"
          {...form.register("is_hidden")}
        />
      )}
      <PictureChoice all={all} chosen={icon} onChoose={setIcon} />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={add.isPending || change.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

interface PictureChoiceProps {
  all: readonly AdminCategory[];
  chosen: string | undefined;
  onChoose: (icon: string) => void;
}

/** The pictures that come with the program, one for each category that does. */
function PictureChoice({ all, chosen, onChoose }: PictureChoiceProps) {
  const pictures = all.filter(({ is_built_in }) => is_built_in);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Picture</legend>
      <div className="grid max-h-72 grid-cols-3 gap-2 overflow-y-auto p-1 sm:grid-cols-5">
        {pictures.map(({ id }) => (
          <label
            key={id}
            className="relative cursor-pointer overflow-hidden rounded-s has-checked:ring-3 has-checked:ring-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="icon"
              aria-label={id.replaceAll("-", " ")}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <img
              src={categoryArt({ icon: id, thumbnail: `/art/${id}.svg` })}
              alt=""
              width={105}
              height={60}
              loading="lazy"
              className="aspect-5/3 w-full object-cover"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
