import type { Schemas } from "@/lib/api";
import { useCategoryArt } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { SparkSign } from "./price";

interface PictureProps {
  src: string;
  /** Describes the picture; empty when the text beside it does so already. */
  alt: string;
  /** Size in pixels, which reserves the space before loading. */
  width: number;
  height: number;
  className?: string;
  /** For a picture that is visible at once. */
  eager?: boolean;
}

export function Picture({ src, alt, width, height, className, eager }: PictureProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={cx("bg-sunk object-cover", className)}
    />
  );
}

/**
 * The illustration of a skill category, by its title or slug; decorative. Fills its box. A skill
 * outside the catalogue has none and shows the spark.
 */
export function CategoryArt({ category, className }: { category: string; className?: string }) {
  const art = useCategoryArt(category);
  if (!art) {
    return (
      <span aria-hidden="true" className={cx("grid place-items-center bg-sky", className)}>
        <SparkSign className="size-10" />
      </span>
    );
  }
  return <Picture src={art} alt="" width={350} height={200} className={cx("toned", className)} />;
}

interface SkillPictureProps {
  skill: {
    skill_type: string;
    thumbnail01?: string | null;
    moderation?: Schemas["ModerationState"];
  };
  className?: string;
}

/** Checks whether the photos of a skill are shown to nobody, as staff hold it or took it down. */
export function hasWithheldPhotos({ moderation }: Pick<SkillPictureProps["skill"], "moderation">) {
  return moderation === "held" || moderation === "removed";
}

/** A skill's first photo or, without one, the illustration of its category. */
export function SkillPicture({ skill, className }: SkillPictureProps) {
  return skill.thumbnail01 && !hasWithheldPhotos(skill) ? (
    <Picture
      src={skill.thumbnail01}
      alt=""
      width={350}
      height={200}
      className={cx("toned", className)}
    />
  ) : (
    <CategoryArt category={skill.skill_type} className={className} />
  );
}
