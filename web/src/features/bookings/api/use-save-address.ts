import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { useOwnProfile, useProfileCache } from "@/lib/profile";
import type { RequestValues } from "../request/schema";

/** Stores the address of a request in the person's profile, if they chose so. */
export function useSaveAddress(): (values: RequestValues) => void {
  const profile = useOwnProfile().data;
  const cache = useProfileCache();
  const save = api.useMutation("put", "/api/users/profile/update/bio", {
    onSuccess: cache.store,
    onError: () =>
      toast.error("Your request is sent, but the address could not be saved in your profile."),
  });
  return ({ saveAddress, street, location, zip_code, point }) => {
    if (!saveAddress || !profile) return;
    const { bio } = profile;
    save.mutate({ body: { bio, street, location, zip_code, ...point } });
  };
}
