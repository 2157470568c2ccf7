import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Toaster } from "@/components/toast";
import { InThreadContext } from "@/lib/in-thread";
import { ModuleOfPathContext } from "@/lib/module-context";
import { keepSessionFresh } from "@/lib/session";
import { ClearCacheOnSignOut } from "./clear-cache-on-sign-out";
import { moduleOfPath } from "./module-of-path";

interface ProvidersProps {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Loads the cards between messages with the first conversation that is opened. */
const loadInThread = () => import("@/features/bookings/in-thread");

export function Providers({ queryClient, children }: ProvidersProps) {
  useEffect(keepSessionFresh, []);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ClearCacheOnSignOut />
        <ModuleOfPathContext value={moduleOfPath}>
          <InThreadContext value={loadInThread}>{children}</InThreadContext>
        </ModuleOfPathContext>
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  );
}
