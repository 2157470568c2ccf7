import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/button";
import { Lightbox } from "@/components/overlay";
import { CategoryArt, hasWithheldPhotos, Picture } from "@/components/picture";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { type StoredPhoto, storedPhotos } from "../photos";
import { PhotoStrip } from "./photo-strip";

/**
 * A skill's photos: one large, chosen by swiping or thumbnails, and in full size on demand; without
 * any that are shown, the category's illustration.
 */
export function Gallery({ skill }: { skill: Schemas["Skill"] }) {
  const photos = hasWithheldPhotos(skill) ? [] : storedPhotos(skill);
  const [chosen, setChosen] = useState(0);
  const [full, setFull] = useState(false);
  if (photos.length === 0) {
    return (
      <CategoryArt
        category={skill.category || skill.skill_type}
        className="aspect-video w-full rounded-l"
      />
    );
  }
  // A photo deleted meanwhile leaves fewer.
  const index = Math.min(chosen, photos.length - 1);
  const strip = {
    label: `Photos of ${skill.skill_type}`,
    count: photos.length,
    index,
    onIndex: setChosen,
  };
  const altOf = (at: number) => `Photo ${at + 1} of ${photos.length}: ${skill.skill_type}`;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="relative">
        <PhotoStrip
          {...strip}
          className="aspect-video w-full rounded-l"
          slide={(at) => (
            <Picture
              src={photos[at]?.src ?? ""}
              alt={altOf(at)}
              width={960}
              height={540}
              eager={at === 0}
              className="size-full"
            />
          )}
        />
        <IconButton
          label="Show in full size"
          onClick={() => setFull(true)}
          className="absolute! right-2 bottom-2 bg-card shadow-card"
        >
          <Maximize2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} index={index} onChoose={setChosen} />}
      <Lightbox open={full} onOpenChange={setFull} title={skill.skill_type}>
        <PhotoStrip
          {...strip}
          className="size-full"
          slide={(at) => (
            <img src={photos[at]?.src} alt={altOf(at)} className="size-full object-scale-down" />
          )}
        />
      </Lightbox>
    </div>
  );
}

interface ThumbnailsProps {
  photos: readonly StoredPhoto[];
  index: number;
  onChoose: (index: number) => void;
}

function Thumbnails({ photos, index, onChoose }: ThumbnailsProps) {
  return (
    <ul className="grid grid-cols-4 gap-3">
      {photos.map((photo, at) => (
        <li key={photo.key}>
          <button
            type="button"
            aria-label={`Show photo ${at + 1}`}
            aria-pressed={at === index}
            onClick={() => onChoose(at)}
            className={cx(
              "block w-full overflow-hidden rounded-s",
              at === index && "ring-3 ring-leaf",
            )}
          >
            <Picture
              src={photo.src}
              alt=""
              width={240}
              height={180}
              className="aspect-4/3 w-full"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
