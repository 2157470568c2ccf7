import * as page from "../../../../../config/content/help.md";
import { ProsePage } from "../parts/prose-page";

export function Component() {
  return <ProsePage page={page} />;
}
