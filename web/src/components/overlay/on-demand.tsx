import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

/**
 * Returns a component whose code is fetched after its screen has rendered, and which renders from
 * the first opening on. Parts that most visits never open thus add nothing to the screen's code.
 */
export function onDemand<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Shell = lazy(async () => ({ default: await load() }));
  return function OnDemand(props: Props) {
    const [needed, setNeeded] = useState(props.open);
    if (props.open && !needed) setNeeded(true);
    useEffect(() => {
      // A failed fetch is repeated when the component opens.
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
