import * as page from "../../../../../config/content/legal/cookies.md";
import { ProsePage } from "../components/prose-page";

export function Component() {
  return <ProsePage page={page} />;
}
