import { useRef, useState } from "react";
import { Button } from "@/components/button";
import { PrivateImage } from "@/components/private-image";

interface CasePictureProps {
  /** Path of the picture, also its cache key; it leaves the cache with the screen. */
  path: string;
  load: (signal: AbortSignal) => Promise<Blob>;
  alt: string;
  /** Distinguishes the button for those who do not see its position. */
  of?: string;
}

/** A picture sent by a member, shown only on request, because it may be offensive. */
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
            // The picture replaces the button; its frame keeps the focus.
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
