import { useState } from "react";
import { ConfirmDialog } from "@/components/overlay";
import { api, messageOf } from "@/lib/api";
import { useReloadSkills } from "../api/use-skill-cache";
import type { Photo, StoredPhoto } from "../photos";
import { ImagePicker } from "./image-picker";

interface EditPhotosProps {
  skillId: string;
  photos: readonly Photo[];
  onChange: (photos: Photo[]) => void;
}

/** The photos of a skill: stored ones are deleted at once, other changes wait for the form. */
export function EditPhotos({ skillId, photos, onChange }: EditPhotosProps) {
  const [chosen, setChosen] = useState<StoredPhoto | null>(null);
  const remove = api.useMutation("delete", "/api/skills/photo/{id}");
  const reload = useReloadSkills();
  const without = (photo: Photo) => photos.filter(({ id }) => id !== photo.id);

  const confirm = (photo: StoredPhoto) =>
    remove.mutate(
      { params: { path: { id: skillId } }, body: { key: photo.key } },
      {
        onSuccess: async () => {
          onChange(without(photo));
          setChosen(null);
          await reload();
        },
      },
    );
  return (
    <>
      <ImagePicker
        photos={photos}
        onChange={onChange}
        onRemove={(photo) => {
          if (photo.kind === "new") return onChange(without(photo));
          remove.reset();
          setChosen(photo);
        }}
      />
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
