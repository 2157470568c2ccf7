/** One event of a stream. Its text is JSON. */
export interface StreamEvent {
  /** Where the stream goes on after it; none for what is only for those who are there. */
  id?: string;
  /** `hello`, `reset` and `crowded` are about the stream; `message` tells news. */
  name: string;
  data: string;
}

/**
 * Takes a stream of server-sent events piece by piece, however it was cut, and hands out each
 * event once it is complete. Signs of life are no events.
 */
export function createParser(emit: (event: StreamEvent) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) emit(event);
    }
  };
}

function parseBlock(block: string): StreamEvent | null {
  const event: StreamEvent = { name: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trimStart();
    const field = line.slice(0, colon);
    if (field === "id") event.id = value;
    else if (field === "event") event.name = value;
    else if (field === "data") event.data += value;
  }
  return event.data ? event : null;
}
