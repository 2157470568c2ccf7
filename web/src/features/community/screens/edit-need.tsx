import { useNavigate, useParams } from "react-router";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, useQueryCache } from "@/lib/api";
import { NeedForm } from "../components/need-form";

/** Screen to change an open need. */
export function Component() {
  const { id = "" } = useParams();
  const cache = useQueryCache();
  const navigate = useNavigate();
  const params = { path: { id } };
  const need = api.useQuery("get", "/api/needs/{id}", { params });
  const save = api.useMutation("put", "/api/needs/{id}", {
    onSuccess: () => {
      cache.markStale("/api/needs", "/api/needs/{id}");
      toast.success("Saved.");
      navigate(`/needs/${id}`, { replace: true });
    },
  });
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Change your need" back={`/needs/${id}`}>
        From now on it is on the board for the time that you choose here.
      </PageHeader>
      <Loaded
        query={need}
        skeleton={
          <Loading label="Loading your need">
            <Skeleton className="h-96 rounded-m" />
          </Loading>
        }
      >
        {(found) => (
          <NeedForm
            need={found}
            action="Save"
            busy={save.isPending}
            send={(body, onError) => save.mutate({ params, body }, { onError })}
          />
        )}
      </Loaded>
    </div>
  );
}
