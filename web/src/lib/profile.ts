import { api } from "./api";
import { useSession } from "./session";

/** The signed-in person's own profile; shared by the shell and every screen that shows it. */
export function useOwnProfile() {
  const id = useSession()?.claims.id ?? "";
  return api.useQuery(
    "get",
    "/api/users/profile/{id}",
    { params: { path: { id } } },
    { enabled: id !== "" },
  );
}
