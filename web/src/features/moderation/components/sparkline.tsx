const WIDTH = 112;
const HEIGHT = 40;
/** Space for the width of the line and the last point. */
const EDGE = 4;

/** A small chart of values in their order, from zero up; decorative, so say the values beside it. */
export function Sparkline({ values }: { values: number[] }) {
  const points = pointsOf(values);
  const last = points.at(-1);
  if (!last) return null;
  const line = points.map(([x, y]) => `${x},${y}`).join(" ");
  const [first] = points;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 text-leaf"
    >
      <polygon
        points={`${first?.[0] ?? EDGE},${HEIGHT} ${line} ${last[0]},${HEIGHT}`}
        fill="currentColor"
        opacity="0.15"
      />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last[0]} cy={last[1]} r="3" fill="currentColor" />
    </svg>
  );
}

/** Returns the points of a line through values, the highest of which touches the top. */
export function pointsOf(values: number[]): [x: number, y: number][] {
  const most = Math.max(...values, 0) || 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const round = (value: number) => Math.round(value * 10) / 10;
  return values.map((value, index) => [
    round(EDGE + index * step),
    round(HEIGHT - EDGE - (Math.max(value, 0) / most) * (HEIGHT - 2 * EDGE)),
  ]);
}
