import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { nameIn } from "./report-words";

interface TakenDownProps {
  skill: Schemas["ReportedSkill"];
  takedown: NonNullable<Schemas["ReportedSkill"]["taken_down"]>;
}

/** Reason and time of a takedown, with a button to restore the skill. */
export function TakenDown({ skill, takedown }: TakenDownProps) {
  const letBack = useLetBack(skill);
  return (
    <div className="grid gap-3 rounded-s bg-danger-soft px-4 py-3">
      <div>
        <p className="font-semibold">Taken down</p>
        <p className="whitespace-pre-line wrap-anywhere">{takedown.reason}</p>
        <p className="text-small text-ink-2">
          {nameIn(takedown.by)}, {formatWhen(takedown.at)}
        </p>
      </div>
      <FormMessage>{letBack.error ? messageOf(letBack.error) : undefined}</FormMessage>
      <Button
        size="small"
        variant="quiet"
        className="justify-self-start"
        busy={letBack.isPending}
        onClick={() => letBack.mutate({ params: { path: { skillId: skill.id } } })}
      >
        Restore<span className="sr-only">: {skill.skill_type}</span>
      </Button>
    </div>
  );
}

function useLetBack(skill: Schemas["ReportedSkill"]) {
  const cache = useQueryCache();
  return api.useMutation("put", "/api/admin/takedowns/{skillId}/let-back", {
    onSuccess: () => {
      toast.success(`${skill.skill_type} is restored`);
    },
    // Somebody else may have been faster, or the skill is gone: reload the current state.
    onSettled: () => {
      cache.invalidate(
        "/api/admin/takedowns",
        "/api/admin/reports/{id}",
        "/api/admin/overview",
        "/api/admin/audit",
      );
    },
  });
}
