import { ArrowRight } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { useSetUp } from "../api/use-set-up";

/** Leads back to the set-up until an admin has finished it. */
export function ContinueSetUp() {
  const state = useSetUp().data;
  if (!state || state.finished) return null;
  return (
    <Card className="grid gap-3">
      <h2 className="text-title">Finish setting up your site</h2>
      <p className="text-ink-2">
        Its name, how neighbours pay each other, who may join, and whether emails arrive.
      </p>
      <ButtonLink to="/admin/set-up" variant="spark" className="justify-self-start">
        Continue
        <ArrowRight aria-hidden="true" className="size-5" />
      </ButtonLink>
    </Card>
  );
}
