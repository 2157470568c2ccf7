import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { saveStateOf } from "../notify/save-state";

export type Preferences = Schemas["Preferences"];
export type QuietHours = Schemas["QuietHours"];

const PATH = "/api/settings/preferences";

/** Manages the digest, quiet hours and language; changes are saved at once. */
export function usePreferences() {
  const cache = useQueryCache();
  const query = api.useQuery("get", PATH);
  const save = api.useMutation("put", PATH, {
    // Saves run one after the other, so that the last choice wins.
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
      // After a failure, show the state stored by the server.
      cache.invalidate(PATH);
      toast.error(messageOf(error, "Your choice could not be saved. Please try again."));
    },
  });
  /** Changes the given fields; `null` removes the quiet hours. */
  const change = (changes: {
    digest?: Preferences["digest"];
    quietHours?: QuietHours | null;
    language?: string;
  }) => {
    if (!query.data) return;
    const { digest, quietHours, language } = { ...query.data, ...changes };
    const body = { digest, language, ...(quietHours && { quietHours }) };
    save.mutate({ body, keepalive: true });
  };
  return { query, change, save: saveStateOf(save.status) };
}
