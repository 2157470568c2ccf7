import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatAgoInSentence, formatRadius } from "@/lib/format";
import { useUnits } from "@/lib/units";

type Search = Schemas["SavedSearch"];

const LIST = "/api/saved-searches";
const ONE = "/api/saved-searches/{id}";
/** Distances of searches, in miles. */
const MILES: Readonly<Record<number, number>> = { 200: 5, 500: 10, 1000: 20 };

/** A saved search, with its matches so far, and buttons to show, pause and remove it. */
export function SearchCard({ search }: { search: Search }) {
  const { id, name, kind, paused, distance } = search;
  const miles = distance && MILES[distance];
  const units = useUnits();
  const [asking, setAsking] = useState(false);
  const { pause, remove } = useSavedSearch();
  const params = { path: { id } };
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 className="min-w-0 flex-1 basis-48 text-title wrap-anywhere">{name}</h2>
        {paused && <Badge>Paused</Badge>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-ink-2">
        <span>{kind === "skills" ? "Skills offered" : "Needs on the board"}</span>
        {miles && <span>{formatRadius(miles, units)}</span>}
        <span>{matchesText(search)}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove ${name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`${paused ? "Resume" : "Pause"} ${name}`}
          busy={pause.isPending}
          onClick={() => pause.mutate({ params, body: { paused: !paused } })}
        >
          {paused ? "Resume" : "Pause"}
        </Button>
        <ButtonLink to={resultsPath(search)} size="small" aria-label={`Show matches of ${name}`}>
          Show matches
        </ButtonLink>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove this search?"
        description="You are no longer told of new matches. You can save it again."
        cancelLabel="Keep it"
        confirmLabel="Remove"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params })}
      />
    </Card>
  );
}

function useSavedSearch() {
  const cache = useQueryCache();
  const onSettled = () => cache.invalidate(LIST);
  const pause = api.useMutation("put", ONE, {
    onSettled,
    onSuccess: ({ paused }) =>
      void toast.success(paused ? "Paused." : "We tell you of new matches again."),
    onError: (error) => void toast.error(messageOf(error)),
  });
  const remove = api.useMutation("delete", ONE, {
    onSettled,
    onSuccess: () => void toast.success("Removed."),
  });
  return { pause, remove };
}

function matchesText({ matches, matched_at }: Search): string {
  if (!matched_at) return "No match yet";
  const count = matches === 1 ? "1 match" : `${matches} matches`;
  return `${count}, the latest ${formatAgoInSentence(matched_at)}`;
}

/** Returns the screen that shows what a search finds. */
export function resultsPath(search: Search): string {
  const { kind, words, category, category_title, distance } = search;
  const query = new URLSearchParams();
  if (kind === "needs") {
    if (words) query.set("q", words);
    if (category) query.set("category", category);
    return `/community${query.size > 0 ? `?${query}` : ""}`;
  }
  if (words) query.set("q", words);
  else query.set("category", category_title ?? "");
  if (distance) query.set("distance", `${distance}`);
  return `${words ? "/search" : "/explore-list"}?${query}`;
}
