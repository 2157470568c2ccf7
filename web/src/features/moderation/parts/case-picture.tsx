import { useRef, useState } from "react";
import { Button } from "@/components/button";
import { PrivateImage } from "@/components/private-image";

interface CasePictureProps {
  /** Where it is fetched from; names it in the cache, which it leaves with the screen. */
  path: string;
  load: (signal: AbortSignal) => Promise<Blob>;
  alt: string;
  /** Tells it apart from others on the screen, for those who do not see where the button is. */
  of?: string;
}

/** A picture that members sent, shown only to whoever asks for it: it may be what nobody wants to see. */
export function CasePicture({ path, load, alt, of }: CasePictureProps) {
  const [shown, setShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} tabIndex={-1} className="grid justify-items-start outline-none">
      {shown ? (
        <PrivateImage queryKey={[path]} load={load} alt={alt} />
      ) : (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            // The button gives way to the picture; the focus stays where it was.
            frame.current?.focus();
            setShown(true);
          }}
        >
          Show the picture{of && <span className="sr-only"> from {of}</span>}
        </Button>
      )}
    </div>
  );
}
