import { useState } from "react";
import { CategoryArt, Picture } from "@/components/picture";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { thumbnailsOf } from "../thumbnails";

/** A skill's photos: one large, the others to choose from. Without any, the art of its category. */
export function Gallery({ skill }: { skill: Schemas["Skill"] }) {
  const photos = thumbnailsOf(skill);
  const [chosen, setChosen] = useState(0);
  const large = photos[chosen] ?? photos[0];
  if (!large) {
    return (
      <CategoryArt
        category={skill.category || skill.skill_type}
        className="aspect-video w-full rounded-l"
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Picture
        src={large.src}
        alt={`Photo ${photos.indexOf(large) + 1} of ${photos.length}: ${skill.skill_type}`}
        width={960}
        height={540}
        eager
        className="aspect-video w-full rounded-l"
      />
      {photos.length > 1 && (
        <ul className="grid grid-cols-4 gap-3">
          {photos.map((photo, index) => (
            <li key={photo.key}>
              <button
                type="button"
                aria-label={`Show photo ${index + 1}`}
                aria-pressed={photo === large}
                onClick={() => setChosen(index)}
                className={cx(
                  "block w-full overflow-hidden rounded-s",
                  photo === large && "ring-3 ring-leaf",
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
      )}
    </div>
  );
}
