import { Link, useNavigate } from "react-router";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useModule } from "@/lib/site";
import { useReloadSkills } from "../api/use-skill-cache";
import { type OpenBookings, openBookings } from "../open-bookings";

interface DeleteSkillProps {
  skill: Schemas["Skill"];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a skill is deleted, and explains the effect on its open bookings. */
export function DeleteSkill({ skill, open, onOpenChange }: DeleteSkillProps) {
  const navigate = useNavigate();
  const reload = useReloadSkills();
  const remove = api.useMutation("delete", "/api/skills/{id}");
  const bookings = useOpenBookings(skill.id, open);
  const confirm = () =>
    remove.mutate(
      { params: { path: { id: skill.id } } },
      {
        onSuccess: () => {
          navigate("/settings/skills", { replace: true });
          toast.success(`${skill.skill_type} deleted`);
          reload();
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${skill.skill_type}?`}
      description={
        <>
          Neighbours will no longer find it, and its photos are removed.{" "}
          <BookingsWarning bookings={bookings} />
        </>
      }
      confirmLabel="Delete skill"
      variant="danger"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, "Error deleting skill") : undefined}
      onConfirm={confirm}
    />
  );
}

const LIST_LIMIT = 100;

/** Returns a skill's open bookings; undefined while loading, and without the bookings module. */
function useOpenBookings(skillId: string, enabled: boolean): OpenBookings | undefined {
  const bookable = useModule("bookings");
  const { data } = api.useQuery(
    "get",
    "/api/bookings/get/user/inward",
    { params: { query: { limit: LIST_LIMIT } } },
    { enabled: enabled && bookable === true },
  );
  return data && openBookings(data, skillId, LIST_LIMIT);
}

function BookingsWarning({ bookings }: { bookings: OpenBookings | undefined }) {
  if (!bookings || (bookings.count === 0 && !bookings.all)) {
    return "Bookings already made stay as they are.";
  }
  if (bookings.count === 0) return "You have no open bookings for it.";
  const { count, all } = bookings;
  return (
    <>
      You have {all ? "" : "at least "}
      {count === 1 ? "1 open booking" : `${count} open bookings`} for it: what was agreed and paid
      stays as it is. If you can't do it any more, cancel first in{" "}
      <Link to="/bookings" className="text-link">
        Bookings
      </Link>
      .
    </>
  );
}
