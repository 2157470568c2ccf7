import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Loaded } from "@/components/loaded";
import { Skeleton } from "@/components/skeleton";
import { client, queryKey } from "@/lib/api";

/**
 * The file attached to a booking. It is private, so it is fetched with the session and has no
 * public address.
 */
export function BookingFile({ id }: { id: number }) {
  const file = useQuery({
    queryKey: queryKey("/api/bookings/{id}/file", { path: { id } }),
    queryFn: async ({ signal }): Promise<Blob> => {
      const { data } = await client.GET("/api/bookings/{id}/file", {
        params: { path: { id } },
        parseAs: "blob",
        signal,
      });
      return data as unknown as Blob;
    },
    // The file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded
      query={file}
      error="The picture could not be loaded."
      skeleton={<Skeleton className="h-40 w-full max-w-xs" />}
    >
      {(blob) => <FileView blob={blob} name={`booking-${id}`} />}
    </Loaded>
  );
}

function FileView({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!url) return <Skeleton className="h-40 w-full max-w-xs" />;
  return (
    <a href={url} download={name} className="mt-1 inline-grid gap-1.5 hover:underline">
      {blob.type.startsWith("image/") && (
        <img
          src={url}
          alt="Sent with the request"
          className="max-h-60 w-auto max-w-full rounded-s"
        />
      )}
      <span className="inline-flex min-h-11 items-center gap-1.5 text-small font-semibold text-leaf">
        <FileDown aria-hidden="true" className="size-4" />
        Save the file
      </span>
    </a>
  );
}
