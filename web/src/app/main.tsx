import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createAppQueryClient } from "@/lib/api/query-client";
import { watchInstall } from "@/lib/install";
import { whenIdle } from "@/lib/when-idle";
import { Providers } from "./providers";
import { createAppRouter } from "./router";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const queryClient = createAppQueryClient();
const router = createAppRouter(queryClient);
watchInstall();

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

whenIdle(() => {
  // The page works without the PWA code.
  import("./pwa/start")
    .then(({ startPwa }) => startPwa(queryClient, (path) => router.navigate(path)))
    .catch(() => undefined);
});
