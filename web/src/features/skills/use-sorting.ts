import { type DragEvent, useEffect, useRef, useState } from "react";

const DRAGGED = "application/x-sparkyard-photo";

export type Sorting = ReturnType<typeof useSorting>;

/**
 * Changes the order of a list by buttons and by dragging, and says so. The button that was
 * pressed keeps the focus where its item went.
 */
export function useSorting(names: readonly string[], onMove: (from: number, to: number) => void) {
  const [over, setOver] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  const pressed = useRef<HTMLElement>(null);

  // An element that is moved within the document loses the focus.
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });

  const move = (from: number, to: number): boolean => {
    if (to < 0 || to >= names.length || from === to) return false;
    setAnnouncement(`${names[from]} is now photo ${to + 1} of ${names.length}`);
    onMove(from, to);
    return true;
  };

  return {
    /** Above which item another one is held. */
    over,
    /** For a live region. */
    announcement,
    /** Makes an item draggable: spread it onto its element. */
    dragging: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(DRAGGED, String(index));
        event.dataTransfer.effectAllowed = "move";
      },
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(index);
      },
      onDragLeave: () => setOver(undefined),
      onDragEnd: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(undefined);
        move(Number(event.dataTransfer.getData(DRAGGED)), index);
      },
    }),
    /** Makes a button move an item by one place; at the end it stays, so that it keeps the focus. */
    mover: (index: number, by: -1 | 1) => ({
      "aria-disabled": index + by < 0 || index + by >= names.length || undefined,
      onClick: (event: { currentTarget: HTMLElement }) => {
        if (move(index, index + by)) pressed.current = event.currentTarget;
      },
    }),
  };
}
