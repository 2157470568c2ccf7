import { PapersScreen } from "../parts/papers-screen";

/** Showing who one is. */
export function Component() {
  return (
    <PapersScreen
      kind="identity"
      title="Identification"
      intro="A paper with your name and photo, so that neighbours know you are you."
    />
  );
}
