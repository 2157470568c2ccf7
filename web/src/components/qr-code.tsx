import { encode } from "uqr";

/** Width of the quiet zone, which a camera needs to find the code. */
const BORDER = 3;

interface QrCodeProps {
  text: string;
  label: string;
  className?: string;
}

/** A text as a QR code: always dark on light, as cameras expect it. */
export function QrCode({ text, label, className = "w-52 rounded-s" }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  const modules = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="white" d={`M0 0h${size}v${size}H0z`} />
      <path fill="black" d={modules.join("")} />
    </svg>
  );
}
