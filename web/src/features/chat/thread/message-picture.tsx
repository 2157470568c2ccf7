import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/button";
import { Lightbox } from "@/components/overlay";
import { PrivateImage, useObjectUrl } from "@/components/private-image";
import { client, queryKey } from "@/lib/api";
import type { Message } from "../api/use-thread";

const PATH = "/api/message/picture/{messageId}";

/** Largest size of a picture in a thread. */
const MOST = { width: 320, height: 288 };

interface MessagePictureProps {
  id?: string | undefined;
  message: Message & Required<Pick<Message, "picture">>;
  alt: string;
}

/** The picture of a message, fetched with the session; a press shows it over the whole screen. */
export function MessagePicture({ id, message, alt }: MessagePictureProps) {
  const [open, setOpen] = useState(false);
  const size = fitted(message.picture);
  const path = { messageId: message.id };
  const file = {
    queryKey: queryKey(PATH, { path }),
    load: async (signal: AbortSignal): Promise<Blob> => {
      const params = { path };
      const { data } = await client.GET(PATH, { params, parseAs: "blob", signal });
      return data as unknown as Blob;
    },
  };
  const picture = useQuery({
    queryKey: file.queryKey,
    queryFn: ({ signal }) => file.load(signal),
    // The picture never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(picture.data ?? null);
  if (picture.error && !picture.data) {
    return (
      <div className="grid justify-items-start gap-2 py-1">
        <p>The picture could not be loaded.</p>
        <Button
          variant="quiet"
          size="small"
          busy={picture.isFetching}
          onClick={() => picture.refetch()}
        >
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        id={id}
        aria-label={`${alt}, show it large`}
        onClick={() => setOpen(true)}
        className="my-1 block max-w-full overflow-hidden rounded-s"
      >
        {url ? (
          <img src={url} alt="" {...size} className="h-auto max-w-full" />
        ) : (
          // A placeholder of equal shape, so that nothing moves when the picture loads.
          <svg
            aria-hidden="true"
            {...size}
            viewBox={`0 0 ${size.width} ${size.height}`}
            className="skeleton h-auto max-w-full"
          />
        )}
      </button>
      <Lightbox open={open} onOpenChange={setOpen} title={alt}>
        <div className="h-full overflow-auto p-4">
          <PrivateImage queryKey={file.queryKey} load={file.load} alt={alt} />
        </div>
      </Lightbox>
    </>
  );
}

function fitted({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
