import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { FormMessage } from "@/components/form";
import { PersonLink } from "@/components/person-link";
import { ReasonDialog } from "@/components/reason-dialog";
import { SkillPrice } from "@/components/skill-price";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatAgoInSentence } from "@/lib/format";
import { ClaimLine } from "./claim-line";
import { SkillPictures } from "./skill-pictures";

type PendingSkill = Schemas["PendingSkill"];

/** A skill name pending approval, with the skills that use it. */
export function PendingSkillCard({ item }: { item: PendingSkill }) {
  const [rejecting, setRejecting] = useState(false);
  const decision = useDecision(item);
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-title">{item.name}</h3>
        <p className="text-small text-ink-2">
          Suggested by{" "}
          <PersonLink
            id={item.creator_name && item.user_id}
            className="font-semibold hover:underline"
          >
            {item.creator_name || "a former member"}
          </PersonLink>
          , {formatAgoInSentence(item.created_at)}
        </p>
      </div>
      {item.skills.length > 0 && (
        <ul className="grid gap-3">
          {item.skills.map((skill) => (
            <li key={skill.id} className="grid gap-2 rounded-s bg-sunk p-3">
              <p className="whitespace-pre-line">{skill.description}</p>
              <SkillPrice skill={skill} per="an hour" className="text-small" />
              <SkillPictures pictures={picturesOf(skill)} name={skill.skill_type} />
            </li>
          ))}
        </ul>
      )}
      <ClaimLine queue="skills" id={item.id} what={item.name} />
      <FormMessage>{decision.error ? messageOf(decision.error) : undefined}</FormMessage>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" size="small" onClick={() => setRejecting(true)}>
          Reject<span className="sr-only"> {item.name}</span>
        </Button>
        <Button size="small" busy={decision.isPending} onClick={decision.approve}>
          Approve<span className="sr-only"> {item.name}</span>
        </Button>
      </div>
      {rejecting && (
        <ReasonDialog
          title={`Reject '${item.name}'?`}
          description="Skills under this name stay visible to their owners only. They are told."
          label="Why"
          hint="The members who suggested the skill read this."
          optional
          max={500}
          replies="skills"
          action="Reject"
          busy={decision.isPending}
          send={decision.reject}
          onClose={() => setRejecting(false)}
        />
      )}
    </Card>
  );
}

function useDecision(item: PendingSkill) {
  const cache = useQueryCache();
  const decide = api.useMutation("put", "/api/admin/skills/{id}/{decision}", {
    onSuccess: (_, { params }) => {
      const done = params.path.decision === "approve" ? "approved" : "rejected";
      toast.success(`${item.name} ${done}`);
      cache.invalidate(
        "/api/admin/skills",
        "/api/admin/overview",
        "/api/admin/waiting",
        "/api/admin/audit",
      );
    },
  });
  const params = (decision: "approve" | "reject") => ({ path: { id: item.id, decision } });
  return {
    ...decide,
    approve: () => decide.mutate({ params: params("approve") }),
    reject: (reason: string) =>
      decide.mutateAsync({ params: params("reject"), ...(reason && { body: { reason } }) }),
  };
}

function picturesOf(skill: Schemas["Skill"]): string[] {
  const pictures = [skill.thumbnail01, skill.thumbnail02, skill.thumbnail03, skill.thumbnail04];
  return pictures.filter((src): src is string => Boolean(src));
}
