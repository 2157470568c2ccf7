import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, Input } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";

/** The search words of a category: ours and those that admins added. */
export function CategoryWordsCard({ category }: { category: Schemas["CategoryWords"] }) {
  const { id, title, words, added } = category;
  return (
    <Card className="grid gap-3">
      <h3 className="font-text text-body font-bold tracking-normal">{title}</h3>
      <p className="text-small text-ink-2">{words.join(", ")}</p>
      {added.length > 0 && (
        <ul aria-label={`Added to ${title}`} className="flex flex-wrap gap-2">
          {added.map((word) => (
            <li key={word}>
              <AddedWord category={id} word={word} />
            </li>
          ))}
        </ul>
      )}
      <AddWordForm category={id} title={title} />
    </Card>
  );
}

function useReload() {
  const cache = useQueryCache();
  return () =>
    cache.invalidate("/api/admin/words", "/api/admin/audit", "/api/skills/get/categories");
}

function AddedWord({ category, word }: { category: string; word: string }) {
  const reload = useReload();
  const remove = api.useMutation("delete", "/api/admin/words", {
    onSuccess: () => {
      reload();
      toast.success(`“${word}” removed`);
    },
    onError: (error) => {
      toast.error(messageOf(error));
    },
  });
  return (
    <span className="inline-flex min-h-11 items-center gap-1 rounded-full bg-leaf-soft pl-3.5 text-small font-semibold text-leaf">
      {word}
      <button
        type="button"
        aria-label={`Remove ${word}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ body: { category, word } })}
        className="grid size-11 place-items-center rounded-full hover:bg-card"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}

function AddWordForm({ category, title }: { category: string; title: string }) {
  const reload = useReload();
  const [word, setWord] = useState("");
  const add = api.useMutation("post", "/api/admin/words", {
    onSuccess: () => {
      reload();
      setWord("");
      toast.success("Word added");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: { category, word: word.trim() } });
  };
  return (
    <Form onSubmit={submit} className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <Input
            label={`A word for ${title}`}
            autoComplete="off"
            maxLength={40}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        </div>
        <Button type="submit" variant="quiet" disabled={!word.trim()} busy={add.isPending}>
          Add
        </Button>
      </div>
      <FormError>{add.error ? messageOf(add.error) : undefined}</FormError>
    </Form>
  );
}
