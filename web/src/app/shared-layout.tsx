import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useLoaderData } from "react-router";
import { getSession, refreshSession, secondsLeft, useSession } from "@/lib/session";
import { loadSite } from "@/lib/site";
import { PublicLayout } from "./public-layout";

type Frame = ComponentType | null;

/** Returns a loader of the signed-in shell for people with a session; nobody must sign in. */
export function loadFrame(queryClient: QueryClient): () => Promise<Frame> {
  return async () => {
    const session = getSession();
    if (session && secondsLeft(session) <= 0) await refreshSession(session.accessToken);
    if (!getSession()) return null;
    const [{ Component }] = await Promise.all([import("./member-layout"), loadSite(queryClient)]);
    return Component;
  };
}

/** Layout of pages for everybody: the signed-in shell with a session, the public header without. */
export function SharedLayout() {
  const Frame = useLoaderData() as Frame;
  return useSession() && Frame ? <Frame /> : <PublicLayout />;
}
