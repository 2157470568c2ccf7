import { PapersScreen } from "../parts/papers-screen";

/** Showing where one lives. */
export function Component() {
  return (
    <PapersScreen
      kind="utility"
      title="Utility Bill"
      intro="A bill with your name and address, to show where you live."
    />
  );
}
