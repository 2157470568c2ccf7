import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Toaster } from "@/components/toast";
import { createAppQueryClient } from "@/lib/api/query-client";
import { keepSessionFresh } from "@/lib/session";
import { ForgetOnSignOut } from "./forget-on-sign-out";

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createAppQueryClient);
  useEffect(keepSessionFresh, []);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ForgetOnSignOut />
        {children}
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  );
}
