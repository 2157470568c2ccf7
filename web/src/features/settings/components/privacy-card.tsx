import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { useHashFocus } from "./use-hash-focus";

const ID = "receipts";
const PATH = "/api/settings/privacy";

type Choices = Schemas["PrivacyChoices"];

/** Switches for what others see: read receipts, and previews of links; saved at once. */
export function PrivacyCard() {
  const query = api.useQuery("get", PATH);
  return (
    <Card>
      <Loaded query={query} error="Your choice could not be loaded." skeleton={<CardSkeleton />}>
        {(choices) => <PrivacySwitches choices={choices} />}
      </Loaded>
    </Card>
  );
}

/** `#receipts` leads to the first of them. */
function PrivacySwitches({ choices }: { choices: Choices }) {
  const box = useHashFocus(ID);
  const cache = useQueryCache();
  const save = api.useMutation("put", PATH, {
    // Saves run one after the other, so that the last press wins.
    scope: { id: PATH },
    onMutate: ({ body }) => cache.setData(PATH, body),
    // The setting also decides which receipts of others are shown.
    onSuccess: () => cache.invalidate("/api/message/with/{otherId}"),
    onError: (error) => {
      // After a failure, show the state stored by the server.
      cache.invalidate(PATH);
      toast.error(messageOf(error, "Your choice could not be saved. Please try again."));
    },
  });
  const change = (changed: Partial<Choices>) =>
    save.mutate({ body: { ...choices, ...changed }, keepalive: true });
  return (
    <div className="grid gap-4">
      <div ref={box} id={ID}>
        <Switch
          label="Read receipts"
          hint="People you know see that you have read their messages, and when you type. When off, you don't see it of them either. Strangers never see it."
          checked={choices.readReceipts}
          onChange={(readReceipts) => change({ readReceipts })}
        />
      </div>
      <Switch
        label="Previews of links to your profile"
        hint="Where somebody shares a link to your profile, the preview says your first name and what you offer, also to people who are not members. Your photo and surname are never in it."
        checked={choices.linkPreview ?? false}
        onChange={(linkPreview) => change({ linkPreview })}
      />
    </div>
  );
}

function CardSkeleton() {
  return (
    <Loading label="Loading your choice">
      <Skeleton className="h-14 rounded-m" />
    </Loading>
  );
}
