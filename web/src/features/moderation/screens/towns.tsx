import { MapPin } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useDistanceText } from "@/lib/units";
import { TownForm, useReloadTowns } from "../towns/town-form";

/** The towns and villages that admins add to those that the site knows. */
export function Component() {
  const towns = api.useQuery("get", "/api/admin/towns");
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="towns" className="grid max-w-3xl gap-4">
      <PageTitle>Towns</PageTitle>
      <div>
        <h2 id="towns" className="text-title">
          Towns and villages of your own
        </h2>
        <p className="text-ink-2">
          Members choose the place where they live from the cities and larger towns of the UK. Add
          the villages and districts that you miss.
        </p>
      </div>
      {adding ? (
        <Card>
          <TownForm onDone={() => setAdding(false)} />
        </Card>
      ) : (
        <Button className="justify-self-start" onClick={() => setAdding(true)}>
          Add a town or village
        </Button>
      )}
      <Loaded
        query={towns}
        error="Unable to load towns. Please try again later."
        skeleton={
          <SkeletonList count={3}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<MapPin />} title="None so far" />
          ) : (
            <ul className="grid gap-3">
              {list.map((town) => (
                <li key={town.id}>
                  <TownRow town={town} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function TownRow({ town }: { town: Schemas["AddedTown"] }) {
  const { id, name, area, lat, lon, nearest, nearest_km } = town;
  const distance = useDistanceText();
  const [asking, setAsking] = useState(false);
  const remove = api.useMutation("delete", "/api/admin/towns/{id}", {
    onSettled: useReloadTowns(),
    onSuccess: () => setAsking(false),
  });
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-text text-body font-bold tracking-normal wrap-anywhere">
          {area ? `${name}, ${area}` : name}
        </h3>
        <p className="num text-small text-ink-2">
          {lat.toFixed(4)}, {lon.toFixed(4)}: {distance(nearest_km)} from {nearest}
        </p>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete “${name}”?`}
        description="Nobody can choose it any more. Members who live there keep it until they change their address."
        confirmLabel="Delete"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params: { path: { id } } })}
      />
    </Card>
  );
}
