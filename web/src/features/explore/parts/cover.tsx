import { hash } from "@/components/avatar";
import { cx } from "@/lib/cx";

const skies = ["bg-sky", "bg-leaf-soft", "bg-plum-soft", "bg-spark-soft"] as const;
const walls = ["fill-card", "fill-plum", "fill-danger", "fill-spark", "fill-leaf"] as const;

/** A village street that a person's name always yields; decorative. */
export function Cover({ name, className }: { name: string; className?: string }) {
  const seed = hash(name);
  return (
    <div
      aria-hidden="true"
      className={cx("overflow-hidden", skies[seed % skies.length], className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 800 220"
        preserveAspectRatio="xMidYMax slice"
        className="size-full"
      >
        <circle cx={140 + (seed % 520)} cy="62" r="34" className="fill-spark" />
        <Spark x={60 + ((seed >>> 3) % 640)} y={40 + ((seed >>> 5) % 50)} />
        <path
          d={`M0 170 Q ${150 + (seed % 120)} ${90 + (seed % 30)} 400 150 T 800 ${120 + ((seed >>> 4) % 40)} V220 H0Z`}
          className="fill-leaf opacity-25"
        />
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <House key={index} index={index} seed={seed} />
        ))}
        <path d="M0 196 Q400 172 800 196 V220 H0Z" className="fill-leaf" />
      </svg>
    </div>
  );
}

/** One house of the street: its place, height and colour come from bits of the seed. */
function House({ index, seed }: { index: number; seed: number }) {
  const bits = (seed >>> (index * 4)) & 0xff;
  const x = 60 + index * 122 + (bits % 24);
  const top = 104 + (bits % 36);
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
    <path d={`M${x} ${y} l5 14 14 5 -14 5 -5 14 -5 -14 -14 -5 14 -5Z`} className="fill-card" />
  );
}
