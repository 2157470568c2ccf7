import { BellPlus } from "lucide-react";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { useSession } from "@/lib/session";
import { Button, ButtonLink } from "./button";
import { RequireModule } from "./require-module";
import { toast } from "./toast";

interface SaveSearchProps {
  search: Schemas["SavedSearchForm"];
}

/** Saves the search on screen; then leads to the saved searches. Nothing without the module, or for a delegate. */
export function SaveSearch({ search }: SaveSearchProps) {
  if (useSession()?.acting) return null;
  return (
    <RequireModule name="community">
      <SaveButton key={JSON.stringify(search)} search={search} />
    </RequireModule>
  );
}

function SaveButton({ search }: SaveSearchProps) {
  const cache = useQueryCache();
  const save = api.useMutation("post", "/api/saved-searches", {
    onSuccess: () => {
      cache.markStale("/api/saved-searches");
      toast.success("Saved. We tell you of new matches.");
    },
    onError: (error) => void toast.error(messageOf(error)),
  });
  return save.isSuccess ? (
    <ButtonLink to="/settings/searches" variant="quiet" size="small">
      Your saved searches
    </ButtonLink>
  ) : (
    <Button
      variant="quiet"
      size="small"
      busy={save.isPending}
      onClick={() => save.mutate({ body: search })}
    >
      <BellPlus aria-hidden="true" className="size-4" />
      Save this search
    </Button>
  );
}
