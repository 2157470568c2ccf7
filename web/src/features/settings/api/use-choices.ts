import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { saveStateOf } from "../notify/save-state";

export type Choices = Schemas["NotificationChoices"];

const PATH = "/api/settings/notifications";

/** Manages which kinds of notices the member wants; changes are saved at once. */
export function useChoices() {
  const cache = useQueryCache();
  const query = api.useQuery("get", PATH);
  const save = api.useMutation("put", PATH, {
    // Saves run one after the other, so that the last press wins.
    scope: { id: PATH },
    onMutate: ({ body }) => {
      const before = query.data;
      cache.setData(PATH, body);
      return before;
    },
    onError: (error, { body }, before) => {
      cache.setData(
        PATH,
        (now) => now && { ...now, ...revertedChanges(before as Choices | undefined, body) },
      );
      toast.error(messageOf(error, "Your choice could not be saved. Please try again."));
    },
  });
  const choose = (choice: keyof Choices, on: boolean) => {
    if (!query.data) return;
    // The switch shows it as done, so the request must outlive the page.
    save.mutate({ body: { ...query.data, [choice]: on }, keepalive: true });
  };
  return { query, choose, save: saveStateOf(save.status) };
}

/** Returns the fields that a failed change touched, with their previous values. */
function revertedChanges(before: Choices | undefined, failed: Choices): Partial<Choices> {
  const changed = Object.entries(before ?? failed).filter(
    ([choice, on]) => failed[choice as keyof Choices] !== on,
  );
  return Object.fromEntries(changed);
}
