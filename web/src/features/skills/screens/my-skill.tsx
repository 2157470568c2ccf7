import { Eye, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { HeldNote } from "@/components/held-note";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { formatDay, formatLevel, formatWhenInSentence } from "@/lib/format";
import { DeleteSkill } from "../components/delete-skill";
import { Gallery } from "../components/gallery";
import { SkillLoaded } from "../components/skill-loaded";
import { StatusBadge } from "../components/status-badge";

/** One of the member's skills, with buttons to change it. */
export function Component() {
  const { id = "" } = useParams();
  return (
    <SkillLoaded
      id={id}
      title={(skill) => skill?.skill_type ?? "Skill"}
      back={() => "/settings/skills"}
      missing="Skill not found"
    >
      {(skill) => <MySkill skill={skill} />}
    </SkillLoaded>
  );
}

const reviewText = {
  approved: "Neighbours can find and book it.",
  pending: "An admin looks at new skill names within 2 days.",
  rejected: "An admin did not approve this name. Edit the skill and choose one from the list.",
};

function MySkill({ skill }: { skill: Schemas["Skill"] }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr] lg:gap-8">
        <div className="grid grid-cols-1 content-start gap-6">
          <Gallery skill={skill} />
          <section aria-labelledby="description">
            <h2 id="description" className="mb-2 text-title">
              Description
            </h2>
            <p className="max-w-prose whitespace-pre-line">{skill.description}</p>
          </section>
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <Card className="grid gap-4">
            <div className="grid gap-1.5">
              <span>
                <StatusBadge skill={skill} />
              </span>
              {skill.taken_down && <TakenDown takedown={skill.taken_down} />}
              {skill.moderation === "held" && <HeldNote />}
              {skill.moderation === "visible" && (
                <p className="text-small text-ink-2">{reviewText[skill.approval_status]}</p>
              )}
              {skill.check_needed && (
                <p className="text-small">
                  Neighbours can book it once you have “{skill.check_needed}”.{" "}
                  <Link to="/settings/checks" className="font-semibold underline">
                    See your checks
                  </Link>
                </p>
              )}
            </div>
            <dl className="grid grid-cols-2 gap-4">
              <Fact label="Level">{formatLevel(skill.experience_level)}</Fact>
              <Fact label="Price">
                <SkillPrice skill={skill} />
              </Fact>
              <Fact label="Added">{formatDay(skill.created_at)}</Fact>
            </dl>
          </Card>
          <ButtonLink to={`/settings/skills/edit/${skill.id}`} block>
            <Pencil aria-hidden="true" className="size-5" />
            Edit skill
          </ButtonLink>
          {skill.moderation === "visible" && (
            <ButtonLink to={`/service/${skill.id}`} variant="quiet" block>
              <Eye aria-hidden="true" className="size-5" />
              See it as neighbours do
            </ButtonLink>
          )}
          <Button variant="quiet" block className="text-danger!" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" className="size-5" />
            Delete skill
          </Button>
        </div>
      </div>
      <DeleteSkill skill={skill} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}

function TakenDown({ takedown }: { takedown: Schemas["SkillTakedown"] }) {
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{takedown.reason}</p>
      <p className="text-small text-ink-2">
        Since {formatWhenInSentence(takedown.at)} only you and the staff can see it, and nobody can
        book it. Bookings you already have stay as they are. You can edit it. It is shown again when
        a moderator restores it.
      </p>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
