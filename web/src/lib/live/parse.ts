/** An event of a stream. Its data is JSON. */
export interface StreamEvent {
  /** Position from which the stream can resume; absent for ephemeral events. */
  id?: string;
  /** `hello`, `reset` and `crowded` concern the stream; `message` carries an event. */
  name: string;
  data: string;
}

/**
 * Returns a parser of server-sent events: it takes chunks cut anywhere and emits each complete
 * event. Comments, the signs of life, are skipped.
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
