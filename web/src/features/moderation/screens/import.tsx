import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { FormMessage } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { BackLink, PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatSparks } from "@/lib/format";
import { membersInWords } from "../components/letter-row";
import { ImportState } from "../imports/import-row";
import { Issues } from "../imports/issues";

const IMPORTS = "/api/admin/imports";
const IMPORT = "/api/admin/imports/{id}";
/** Poll interval for the progress of an import. */
const LOOK_MS = 2_000;

type Import = Schemas["ImportInfo"];

/** One uploaded file: the result of its check, its start, its progress and its end. */
export function Component() {
  const { id = "" } = useParams();
  const item = api.useQuery(
    "get",
    IMPORT,
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOK_MS : false) },
  );
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle>Import members</PageTitle>
      <Loaded
        query={item}
        skeleton={
          <SkeletonList count={3}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(loaded) => <Result item={loaded} />}
      </Loaded>
    </div>
  );
}

function Result({ item }: { item: Import }) {
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <BackLink to="/admin/imports" />
        <h2 className="min-w-0 text-title wrap-anywhere">{item.file_name}</h2>
        <ImportState state={item.state} />
      </div>
      <Summary item={item} />
      {item.state === "ready" && <Start item={item} />}
      {item.state === "running" && <Progress item={item} />}
      <Issues item={item} />
      {item.state !== "running" && <Delete item={item} />}
    </Card>
  );
}

function Summary({ item }: { item: Import }) {
  const { state, rows, members, errors, left_out, imported } = item;
  const left = left_out > 0 && <p className="num">{rowsInWords(left_out)} left out.</p>;
  if (state === "failed") {
    return (
      <div className="grid gap-1">
        <p className="num font-semibold">
          {errors} {errors === 1 ? "error" : "errors"} in {rowsInWords(rows)}. Nobody was added.
        </p>
        <p>Mend these rows in your table, and upload it again.</p>
      </div>
    );
  }
  if (state === "done") {
    return (
      <div className="grid gap-1">
        <p className="num font-semibold">{membersInWords(imported)} imported.</p>
        {left}
        <p>Their invitations are on the way by email, a few at a time.</p>
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <p className="num font-semibold">
        {rowsInWords(rows)} checked: {membersInWords(members)} to import.
      </p>
      {left}
    </div>
  );
}

function Start({ item }: { item: Import }) {
  const cache = useQueryCache();
  const start = api.useMutation("put", "/api/admin/imports/{id}/run", {
    onSettled: () => cache.invalidate(IMPORT, IMPORTS, "/api/admin/audit"),
  });
  const { id, members, skills, new_skill_names, opening_sparks } = item;
  if (members === 0) return <p>There is nobody to import.</p>;
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">What will happen</h3>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li className="num">
          {membersInWords(members)} get an account, with {skills}{" "}
          {skills === 1 ? "skill" : "skills"}.
        </li>
        {new_skill_names > 0 && (
          <li className="num">
            {new_skill_names} {new_skill_names === 1 ? "name of a skill is" : "names of skills are"}{" "}
            new here. They wait under Skills until you decide.
          </li>
        )}
        {opening_sparks > 0 && (
          <li className="num">
            They begin with {formatSparks(opening_sparks)} altogether, as an opening balance. Who
            has one gets no welcome sparks.
          </li>
        )}
        <li>
          Each of them gets an email with a link, valid for 30 days, to choose a password and accept
          the terms. Until then neighbours do not see them.
        </li>
      </ul>
      <FormMessage>{start.error ? messageOf(start.error) : undefined}</FormMessage>
      <Button
        variant="spark"
        className="justify-self-start"
        busy={start.isPending}
        onClick={() => start.mutate({ params: { path: { id } } })}
      >
        Import {membersInWords(members)}
      </Button>
    </div>
  );
}

function Progress({ item: { handled, members } }: { item: Import }) {
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Progress of the import"
        value={handled}
        max={Math.max(members, 1)}
        className="h-2 w-full accent-leaf"
      />
      <p role="status" className="num text-small text-ink-2">
        {handled} of {membersInWords(members)} so far. You can leave this page.
      </p>
    </div>
  );
}

function Delete({ item: { id, state } }: { item: Import }) {
  const [open, setOpen] = useState(false);
  const cache = useQueryCache();
  const navigate = useNavigate();
  const remove = api.useMutation("delete", IMPORT, {
    onSuccess: () => {
      cache.invalidate(IMPORTS, "/api/admin/audit");
      navigate("/admin/imports", { replace: true });
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Delete this file
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this file?"
        description={
          state === "done"
            ? "The record of this import goes. The members stay."
            : "Its rows are deleted. Nobody is added."
        }
        confirmLabel="Delete it"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params: { path: { id } } })}
      />
    </>
  );
}

function rowsInWords(count: number): string {
  return `${count} ${count === 1 ? "row" : "rows"}`;
}
