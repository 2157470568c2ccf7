import type { Plugin } from "vite";

/**
 * Vite plugin that removes the `<style>` element which Sonner adds on import, because `style-src
 * 'self'` forbids it. The stylesheet is imported as a file instead (see `src/app/styles.css`).
 * Sonner has neither an option nor another entry point without the element.
 */
export function strictCsp(): Plugin {
  return {
    name: "sparkyard:strict-csp",
    transform(code, id) {
      if (!/node_modules\/sonner\//.test(id)) return null;
      return { code: code.replace(/^__insertCSS\(".*"\);?$/m, ""), map: null };
    },
  };
}
