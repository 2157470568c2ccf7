import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { formatAgo, formatDay } from "@/lib/format";

const PHONE = /android|iphone|ipad|ios|mobile/i;

interface DeviceRowProps {
  device: Schemas["Session"];
  onEnded: () => Promise<unknown>;
}

/** A device with its last activity, and a button to sign it out. */
export function DeviceRow({ device, onEnded }: DeviceRowProps) {
  const [asking, setAsking] = useState(false);
  const end = api.useMutation("delete", "/api/auth/sessions/{id}", {
    onSuccess: async () => {
      await onEnded();
      toast.success(`${device.device} was signed out`);
    },
  });
  const Icon = PHONE.test(device.device) ? Smartphone : Monitor;
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          {device.device}
          {device.current && <Badge tone="leaf">This device</Badge>}
        </p>
        <p className="num text-small break-all text-ink-2">{device.address}</p>
        <p className="num flex flex-wrap gap-x-3 text-small text-ink-2">
          <span>
            {device.current ? "In use now" : `Last seen: ${formatAgo(device.last_seen_at)}`}
          </span>
          <span>Signed in: {formatDay(device.created_at)}</span>
        </p>
      </div>
      {!device.current && (
        <Button
          variant="quiet"
          size="small"
          className="ml-14 sm:ml-0"
          onClick={() => setAsking(true)}
        >
          Sign out<span className="sr-only"> {device.device}</span>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Sign out ${device.device}?`}
        description="That device has to sign in again."
        confirmLabel="Sign out"
        variant="danger"
        busy={end.isPending}
        error={end.error ? messageOf(end.error) : undefined}
        onConfirm={() => end.mutate({ params: { path: { id: device.id } } })}
      />
    </div>
  );
}
