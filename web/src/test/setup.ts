import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Lazy code, such as dialogs, takes longer to load the first time.
configure({ asyncUtilTimeout: 4_000 });

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;

// Most test files share a page, which is slow to create. Modules are reset for each file.
vi.resetModules();

afterEach(() => {
  cleanup();
  // Before useRealTimers: a spy on a fake timer puts the fake back when it is restored.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
