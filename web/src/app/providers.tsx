import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Toaster } from "@/components/toast";
import { keepSessionFresh } from "@/lib/session";
import { ClearCacheOnSignOut } from "./clear-cache-on-sign-out";

interface ProvidersProps {
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ queryClient, children }: ProvidersProps) {
  useEffect(keepSessionFresh, []);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ClearCacheOnSignOut />
        {children}
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  );
}
