import { DocumentsScreen } from "../components/documents-screen";

/** Screen for the proof of identity. */
export function Component() {
  return (
    <DocumentsScreen
      kind="identity"
      title="Identification"
      intro="A document with your name and photo, to show who you are."
    />
  );
}
