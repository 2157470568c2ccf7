import { ProsePage } from "../components/prose-page";

export function Component() {
  return <ProsePage name="terms" title="Terms of use" page="Terms" />;
}
