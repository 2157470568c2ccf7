/** Link past the header to the screen; the first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}
