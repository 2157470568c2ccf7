import * as page from "../../../../../config/content/legal/privacy.md";
import { ProsePage } from "../components/prose-page";

export function Component() {
  return <ProsePage page={page} />;
}
