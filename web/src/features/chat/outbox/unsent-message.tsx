import { useQuery } from "@tanstack/react-query";
import { CircleAlert, ImageIcon } from "lucide-react";
import { Button } from "@/components/button";
import { useObjectUrl } from "@/components/private-image";
import { useOnline } from "@/lib/online";
import { Bubble } from "../thread/bubble";
import { MessageText } from "../thread/message-text";
import { MessageTime, type Progress } from "../thread/message-time";
import { deliver, useUnreachable } from "./deliver";
import { forget, type Outgoing, pictureOf, setFailure } from "./store";

/** A message of the member's that is being sent, waits for a network, or was refused. */
export function UnsentMessage({ entry }: { entry: Outgoing }) {
  const online = useOnline();
  const unreachable = useUnreachable();
  const waits: Progress = online && !unreachable ? "sending" : "waiting";
  const { failure } = entry;
  return (
    <Bubble mine from="You" note={failure && <Refused entry={entry} message={failure.message} />}>
      {entry.picture && <UnsentPicture entry={entry} />}
      {entry.content && <MessageText text={entry.content} />}
      <MessageTime at={entry.at} progress={failure ? "failed" : waits} />
    </Bubble>
  );
}

function UnsentPicture({ entry }: { entry: Outgoing }) {
  const { data } = useQuery({
    queryKey: ["unsent picture", entry.clientId],
    queryFn: async () => (await pictureOf(entry)) ?? null,
    gcTime: 0,
  });
  const url = useObjectUrl(data ?? null);
  return url ? (
    <img src={url} alt="Your attachment" className="my-1 max-h-40 max-w-full rounded-s" />
  ) : (
    <ImageIcon aria-hidden="true" className="size-10" />
  );
}

function Refused({ entry, message }: { entry: Outgoing; message: string }) {
  const { clientId } = entry;
  return (
    <div className="grid justify-items-end gap-1">
      <p role="alert" className="text-small font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
        Not sent: {message}
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" size="small" onClick={() => forget(clientId)}>
          Delete
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setFailure(clientId, undefined);
            deliver();
          }}
        >
          Try again
        </Button>
      </div>
    </div>
  );
}
