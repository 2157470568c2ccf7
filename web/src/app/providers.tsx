import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Toaster } from "@/components/toast";
import { createAppQueryClient } from "@/lib/api/query-client";
import { ForgetOnSignOut } from "./forget-on-sign-out";

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createAppQueryClient);
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
