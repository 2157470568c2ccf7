import { type QueryKey, useQuery } from "@tanstack/react-query";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { Button } from "./button";
import { Loaded } from "./loaded";
import { Loading, Skeleton } from "./skeleton";

interface PrivateImageProps {
  /** Cache key of the picture, which leaves the memory with the screen. */
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<Blob>;
  alt: string;
}

/** A picture without a public address: it is fetched with the session, and can be enlarged. */
export function PrivateImage({ queryKey, load, alt }: PrivateImageProps) {
  const file = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Loaded
      query={file}
      error="The picture could not be loaded."
      skeleton={
        <Loading label="Loading the picture">
          <Skeleton className="h-64 w-full" />
        </Loading>
      }
    >
      {(blob) => <ImageView blob={blob} alt={alt} />}
    </Loaded>
  );
}

function ImageView({ blob, alt }: { blob: Blob; alt: string }) {
  const [large, setLarge] = useState(false);
  const url = useObjectUrl(blob);
  const Icon = large ? ZoomOut : ZoomIn;
  return (
    <div className="grid justify-items-start gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className="max-h-[50dvh] w-full overflow-auto rounded-s bg-sunk" tabIndex={0}>
        {url && (
          <img
            src={url}
            alt={alt}
            className={cx("mx-auto block", large ? "max-w-none" : "max-h-[50dvh] max-w-full")}
          />
        )}
      </div>
      <Button variant="quiet" size="small" aria-pressed={large} onClick={() => setLarge(!large)}>
        <Icon aria-hidden="true" className="size-5" />
        Full size
      </Button>
    </div>
  );
}

/** Returns an object URL for a blob, revoked on unmount. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
