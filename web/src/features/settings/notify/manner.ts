import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { saveStateOf } from "./save-state";

export type Manner = Schemas["Preferences"];
export type QuietHours = Schemas["QuietHours"];

const PATH = "/api/settings/preferences";

/** How and when one wants to be told, and a way to change some of it at once. */
export function useManner() {
  const cache = useQueryCache();
  const query = api.useQuery("get", PATH);
  const save = api.useMutation("put", PATH, {
    // One after the other, so that the last choice is what stays.
    scope: { id: PATH },
    onMutate: ({ body: { digest, quietHours, language } }) => {
      cache.setData(
        PATH,
        (now) =>
          now && {
            digest,
            language: language ?? now.language,
            languages: now.languages,
            ...(quietHours && { quietHours }),
          },
      );
    },
    onError: (error) => {
      // What the server has kept is what counts.
      cache.invalidate(PATH);
      toast.error(messageOf(error, "Your choice could not be saved. Please try again."));
    },
  });
  /** Changes what is named; quiet hours of `null` are none. */
  const change = (wanted: {
    digest?: Manner["digest"];
    quietHours?: QuietHours | null;
    language?: string;
  }) => {
    if (!query.data) return;
    const { digest, quietHours, language } = { ...query.data, ...wanted };
    const body = { digest, language, ...(quietHours && { quietHours }) };
    save.mutate({ body, keepalive: true });
  };
  return { query, change, save: saveStateOf(save.status) };
}
