import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useThreadScroll } from "./use-thread-scroll";

afterEach(() => {
  for (const key of ["clientHeight", "scrollHeight", "scrollTop"]) {
    Reflect.deleteProperty(HTMLElement.prototype, key);
  }
});

/** Renders a scroll box of 500 pixels, with content of a settable height. */
function open(height: number) {
  const place = { first: "1", toNewest: true, target: undefined, settled: true };
  function Box({ last }: { last: string }) {
    const { ref, atEnd, onScroll } = useThreadScroll({ ...place, last });
    return (
      <div ref={ref} role="log" onScroll={onScroll}>
        {atEnd ? "at the end" : "further up"}
      </div>
    );
  }
  let content = height;
  const prototype = HTMLElement.prototype;
  Object.defineProperty(prototype, "clientHeight", { configurable: true, get: () => 500 });
  Object.defineProperty(prototype, "scrollHeight", { configurable: true, get: () => content });
  let top = 0;
  Object.defineProperty(prototype, "scrollTop", {
    configurable: true,
    get: () => top,
    set: (value: number) => {
      top = Math.max(0, Math.min(value, content - 500));
    },
  });
  render(<Box last="1" />);
  const box = screen.getByRole("log");
  return {
    box,
    scrollTo: (to: number) => {
      box.scrollTop = to;
      fireEvent.scroll(box);
    },
    grow: (by: number) => {
      content += by;
    },
  };
}

test("a picture loading during the scroll keeps the end in view", () => {
  const { box, grow, scrollTo } = open(2_000);
  expect(box.scrollTop).toBe(1_500);
  // The box has scrolled to its end; before the scroll event, the last picture gets its size.
  grow(160);
  fireEvent.scroll(box);
  expect(box).toHaveTextContent("at the end");
  expect(box.scrollTop).toBe(1_660);
  scrollTo(1_200);
  expect(box).toHaveTextContent("further up");
  grow(160);
  fireEvent.scroll(box);
  expect(box.scrollTop).toBe(1_200);
  scrollTo(1_820);
  expect(box).toHaveTextContent("at the end");
});

test("a picture replacing its preview keeps the end in view", () => {
  const { box, grow } = open(2_000);
  // The preview disappears, the browser moves the box up to the new end, and the picture loads
  // before the scroll event.
  grow(-160);
  box.scrollTop = 1_340;
  grow(280);
  fireEvent.scroll(box);
  expect(box).toHaveTextContent("at the end");
  expect(box.scrollTop).toBe(1_620);
});
