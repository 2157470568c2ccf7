import { Pencil } from "lucide-react";
import { useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { AboutForm } from "./about-form";

/** The own bio and address, edited in place (`?edit=about`, so that a reload stays there). */
export function AboutCard({ profile }: { profile: Schemas["Profile"] }) {
  const [params, setParams] = useSearchParams();
  const editing = params.get("edit") === "about";
  const edit = (on: boolean) =>
    setParams(on ? { edit: "about" } : {}, { replace: true, preventScrollReset: true });
  return (
    <Card>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-title">About you</h2>
        {!editing && (
          <Button variant="quiet" size="small" onClick={() => edit(true)}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit<span className="sr-only"> about you</span>
          </Button>
        )}
      </div>
      {editing ? (
        <AboutForm profile={profile} onClose={() => edit(false)} />
      ) : (
        <AboutText profile={profile} />
      )}
    </Card>
  );
}

function AboutText({ profile }: { profile: Schemas["Profile"] }) {
  const address = [profile.street, profile.location, profile.zip_code].filter(Boolean).join(", ");
  return (
    <dl className="grid gap-4">
      <div>
        <dt className="text-small text-ink-2">Bio</dt>
        <dd className="whitespace-pre-line">
          {profile.bio || "Tell neighbours who you are and what you like to do."}
        </dd>
      </div>
      <div>
        <dt className="text-small text-ink-2">Address</dt>
        <dd>{address || "Not set"}</dd>
        <dd className="mt-1 text-small text-ink-2">
          Neighbours see your town and a rough distance only.
        </dd>
      </div>
    </dl>
  );
}
