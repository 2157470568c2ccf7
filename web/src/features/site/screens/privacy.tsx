import { ProsePage } from "../components/prose-page";

export function Component() {
  return <ProsePage name="privacy" title="Privacy" />;
}
