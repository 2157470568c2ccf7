import { useState } from "react";
import { ConfirmDialog } from "@/components/overlay";
import { api, messageOf, type Schemas } from "@/lib/api";
import { type Thumbnail, thumbnailsOf } from "../thumbnails";
import { useReloadSkills } from "../use-skill-cache";
import { PhotoTile } from "./image-picker";

/** The photos a skill has on the server; each can be deleted at once. */
export function StoredPhotos({ skill }: { skill: Schemas["Skill"] }) {
  const [chosen, setChosen] = useState<Thumbnail | null>(null);
  const remove = api.useMutation("delete", "/api/skills/photo/{id}");
  const reload = useReloadSkills();
  const photos = thumbnailsOf(skill);
  if (photos.length === 0) return null;

  const confirm = (photo: Thumbnail) =>
    remove.mutate(
      { params: { path: { id: skill.id } }, body: { key: photo.key } },
      {
        onSuccess: async () => {
          await reload();
          setChosen(null);
        },
      },
    );
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {photos.map((photo, index) => (
          <li key={photo.key}>
            <PhotoTile
              src={photo.src}
              name={`photo ${index + 1}`}
              onRemove={() => {
                remove.reset();
                setChosen(photo);
              }}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title="Delete this photo?"
        description="It is removed at once and cannot be brought back."
        confirmLabel="Delete photo"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error, "Error deleting image") : undefined}
        onConfirm={() => chosen && confirm(chosen)}
      />
    </>
  );
}
