import { DocumentsScreen } from "../components/documents-screen";

/** Screen for the proof of identity. */
export function Component() {
  return (
    <DocumentsScreen
      kind="identity"
      title="Identification"
      intro="A paper with your name and photo, so that neighbours know you are you."
    />
  );
}
