import { DocumentsScreen } from "../components/documents-screen";

/** Screen for the proof of address. */
export function Component() {
  return (
    <DocumentsScreen
      kind="utility"
      title="Utility Bill"
      intro="A bill with your name and address, to show where you live."
    />
  );
}
