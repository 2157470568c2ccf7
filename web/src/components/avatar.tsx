import { cx } from "@/lib/cx";

const palettes = [
  { ground: "bg-spark-soft", ink: "text-spark-deep" },
  { ground: "bg-leaf-soft", ink: "text-leaf" },
  { ground: "bg-plum-soft", ink: "text-plum" },
  { ground: "bg-sky", ink: "text-ink" },
  { ground: "bg-danger-soft", ink: "text-danger" },
] as const;

const sizes = {
  small: { box: "size-9", text: "text-small", px: 36 },
  normal: { box: "size-11", text: "text-body", px: 44 },
  large: { box: "size-24", text: "text-display", px: 96 },
} as const;

interface AvatarProps {
  name: string;
  photo?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
}

/**
 * A person's photo or, without one, a pattern derived from the name. It is decorative (empty
 * alternative text): the name stands beside it, or on its link.
 */
export function Avatar({ name, photo, size = "normal", className }: AvatarProps) {
  const { box, text, px } = sizes[size];
  if (photo) {
    return (
      <img
        src={photo}
        alt=""
        width={px}
        height={px}
        loading="lazy"
        decoding="async"
        className={cx(box, "shrink-0 rounded-full bg-sunk object-cover", className)}
      />
    );
  }
  const seed = hash(name);
  const { ground, ink } = palettes[seed % palettes.length] ?? palettes[0];
  return (
    <span
      aria-hidden="true"
      className={cx(
        box,
        ground,
        ink,
        text,
        "relative grid shrink-0 place-items-center overflow-hidden rounded-full font-display font-bold",
        className,
      )}
    >
      <Pattern seed={seed} />
      <span className="relative">{initials(name)}</span>
    </span>
  );
}

/** Three discs placed by the seed, faint enough to keep the initials readable. */
function Pattern({ seed }: { seed: number }) {
  return (
    <svg
      viewBox="0 0 44 44"
      className="absolute inset-0 size-full opacity-[0.09]"
      fill="currentColor"
      aria-hidden="true"
    >
      {[0, 1, 2].map((index) => {
        const bits = (seed >>> (index * 8)) & 0xff;
        return (
          <circle
            key={index}
            cx={(bits % 16) * 3}
            cy={(bits >> 4) * 3}
            r={8 + ((seed >>> index) % 9)}
          />
        );
      })}
    </svg>
  );
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase("en-GB") ?? "")
    .join("");
}

/** Returns the FNV-1a hash, 32 bits, so that a name always looks the same. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
