import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

/**
 * A component that is fetched after the screen it belongs to is there, and drawn from when it
 * first opens: what most visits never see does not make the screen heavier.
 */
export function onDemand<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Shell = lazy(async () => ({ default: await load() }));
  return function OnDemand(props: Props) {
    const [needed, setNeeded] = useState(props.open);
    if (props.open && !needed) setNeeded(true);
    useEffect(() => {
      // One that fails now is fetched again when it opens.
      load().catch(() => undefined);
    }, []);
    return (
      needed && (
        <Suspense>
          <Shell {...props} />
        </Suspense>
      )
    );
  };
}
