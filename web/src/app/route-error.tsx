import { Button } from "@/components/button";
import { PageTitle } from "@/components/page-header";

/** Shown when a screen's code fails or cannot be fetched, as after a new version or offline. */
export function RouteError() {
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-xl justify-items-center gap-4 px-5 py-16 text-center"
    >
      <PageTitle>Something went wrong</PageTitle>
      <h1 tabIndex={-1} className="text-display">
        Something went wrong
      </h1>
      <p className="text-lead text-ink-2">
        This screen could not be shown. Nothing you have saved is lost.
      </p>
      <Button variant="spark" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
