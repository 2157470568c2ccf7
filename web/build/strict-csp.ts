import type { Plugin } from "vite";

/**
 * Sonner adds a `<style>` element when it is imported, which `style-src 'self'`
 * forbids. Its stylesheet is imported as a file instead (see `src/app/styles.css`),
 * so the call is cut out.
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
