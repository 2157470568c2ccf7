import { hash } from "@/components/avatar";
import { cx } from "@/lib/cx";

const skies = ["bg-sky", "bg-leaf-soft", "bg-plum-soft", "bg-spark-soft"] as const;
const walls = ["fill-card", "fill-plum", "fill-danger", "fill-spark", "fill-leaf"] as const;

const HOUSES = 9;
const MEADOW = "M0 198 Q600 172 1200 198 V220 H0Z";

/** A village street derived from a person's name; decorative. */
export function Cover({ name, className }: { name: string; className?: string }) {
  const seed = hash(name);
  return (
    <div
      aria-hidden="true"
      className={cx("overflow-hidden", skies[seed % skies.length], className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 1200 220"
        preserveAspectRatio="xMidYMax slice"
        className="size-full"
      >
        <circle cx={380 + (seed % 440)} cy="60" r="34" className="fill-spark" />
        <Spark x={340 + ((seed >>> 3) % 520)} y={30 + ((seed >>> 5) % 40)} />
        <path
          d={`M0 170 Q ${250 + (seed % 120)} ${100 + (seed % 30)} 600 150 T 1200 ${130 + ((seed >>> 4) % 30)} V220 H0Z`}
          className="fill-leaf opacity-25"
        />
        {Array.from({ length: HOUSES }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the street does not move
          <House key={index} index={index} seed={seed} />
        ))}
        <path d={MEADOW} className="fill-card" />
        <path d={MEADOW} className="fill-leaf dark:opacity-50" />
      </svg>
    </div>
  );
}

/** One house of the street: bits of the seed give its place, height and colour. */
function House({ index, seed }: { index: number; seed: number }) {
  const bits = (seed >>> (index * 3)) & 0xff;
  const x = 50 + index * 124 + (bits % 24);
  const top = 112 + (bits % 36);
  const colour = walls[(bits + index) % walls.length];
  return (
    <g>
      <path
        d={`M${x} 210 V${top} L${x + 38} ${top - 34} L${x + 76} ${top} V210Z`}
        className={colour}
      />
      <path
        d={`M${x - 7} ${top + 5} L${x + 38} ${top - 36} L${x + 83} ${top + 5}`}
        fill="none"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-ink"
      />
      <rect x={x + 16} y={top + 16} width="16" height="18" rx="2" className="fill-spark-soft" />
      <rect x={x + 44} y={top + 16} width="16" height="18" rx="2" className="fill-spark-soft" />
    </g>
  );
}

function Spark({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x} ${y} l5 14 14 5 -14 5 -5 14 -5 -14 -14 -5 14 -5Z`}
      className="fill-paper dark:fill-ink"
    />
  );
}
