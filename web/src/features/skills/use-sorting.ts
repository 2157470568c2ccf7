import { type DragEvent, useEffect, useRef, useState } from "react";

const DRAGGED = "application/x-sparkyard-photo";

export type Sorting = ReturnType<typeof useSorting>;

/**
 * Manages the order of a list by buttons and dragging, with announcements. The pressed button keeps
 * the focus as its item moves.
 */
export function useSorting(names: readonly string[], onMove: (from: number, to: number) => void) {
  const [over, setOver] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  const pressed = useRef<HTMLElement>(null);

  // An element moved within the document loses the focus.
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
    /** Index of the item over which another is dragged. */
    over,
    /** Text for a live region. */
    announcement,
    /** Returns props that make an item draggable. */
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
    /** Returns props of a button that moves an item by one; it stays enabled to keep the focus. */
    mover: (index: number, by: -1 | 1) => ({
      "aria-disabled": index + by < 0 || index + by >= names.length || undefined,
      onClick: (event: { currentTarget: HTMLElement }) => {
        if (move(index, index + by)) pressed.current = event.currentTarget;
      },
    }),
  };
}
