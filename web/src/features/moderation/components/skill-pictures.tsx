import { Picture } from "@/components/picture";

interface SkillPicturesProps {
  /** Root-relative paths. */
  pictures: readonly string[];
  /** Name of the skill. */
  name: string;
}

/** The pictures of a skill in a row. */
export function SkillPictures({ pictures, name }: SkillPicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <div className="flex gap-2 overflow-x-auto">
      {pictures.map((src) => (
        <Picture
          key={src}
          src={src}
          alt={`Picture of ${name}`}
          width={140}
          height={96}
          className="h-24 w-35 shrink-0 rounded-s"
        />
      ))}
    </div>
  );
}
