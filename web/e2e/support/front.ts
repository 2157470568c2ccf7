import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands before the server of the tests, as a proxy does: can be down, and bring a new version. */
export interface Front {
  url: string;
  /** Nothing gets through until `up`. */
  down: () => void;
  up: () => void;
  /** From now on the service worker is one of another build. */
  renew: () => void;
  close: () => Promise<void>;
}

/** How the worker names the script of its pages. */
const ENTRY = /(entry:[`"'])[^`"']+/;

export async function frontOf(origin: string): Promise<Front> {
  let isDown = false;
  let isNew = false;
  const server = createServer((incoming, outgoing) => {
    if (isDown) return incoming.destroy();
    // What is read here must be there, and not be packed.
    const { "if-none-match": _known, ...asked } = incoming.headers;
    const headers = { ...asked, "accept-encoding": "identity" };
    const onward = forward(
      new URL(incoming.url ?? "/", origin),
      { method: incoming.method, headers },
      (answer) => {
        if (!isNew || incoming.url !== "/sw.js") {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const { "content-length": _, ...rest } = answer.headers;
          outgoing.writeHead(200, rest);
          outgoing.end(Buffer.concat(parts).toString().replace(ENTRY, "$1another"));
        });
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    down: () => {
      isDown = true;
      server.closeAllConnections();
    },
    up: () => {
      isDown = false;
    },
    renew: () => {
      isNew = true;
    },
    close: () => closed(server),
  };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
