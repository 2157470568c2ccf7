import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, type Schemas } from "@/lib/api";

interface WithMemberProps {
  id: string;
  children: (person: Schemas["PublicProfile"]) => ReactNode;
}

/** A card about another member, once loaded; says so if there is no such neighbour. */
export function WithMember({ id, children }: WithMemberProps) {
  const person = api.useQuery("get", "/api/users/basic/profile/{id}", { params: { path: { id } } });
  const gone = person.error instanceof ApiError && [400, 404].includes(person.error.status);
  return (
    <Card className="grid gap-4">
      {gone || person.data?.is_self ? (
        <EmptyState
          icon={<UserX />}
          title="We cannot find this neighbour"
          action={<ButtonLink to="/explore-list">Find a neighbour</ButtonLink>}
        >
          Nothing has left your wallet.
        </EmptyState>
      ) : (
        <Loaded
          query={person}
          skeleton={
            <Loading>
              <Skeleton className="h-72 rounded-m" />
            </Loading>
          }
        >
          {children}
        </Loaded>
      )}
    </Card>
  );
}
