import { DocumentsScreen } from "../parts/documents-screen";

/** Showing where one lives. */
export function Component() {
  return (
    <DocumentsScreen
      kind="utility"
      title="Utility Bill"
      intro="A bill with your name and address, to show where you live."
    />
  );
}
