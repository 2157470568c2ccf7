import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the test server that can go down, and serve a new version. */
export interface TestProxy {
  url: string;
  /** Drops all requests until `up`. */
  down: () => void;
  up: () => void;
  /** Serves the service worker of another build from now on. */
  serveNewVersion: () => void;
  close: () => Promise<void>;
}

/** The name of the pages' entry script in the worker. */
const ENTRY = /(entry:[`"'])[^`"']+/;

export async function startProxy(origin: string): Promise<TestProxy> {
  let isDown = false;
  let isNew = false;
  const server = createServer((incoming, outgoing) => {
    if (isDown) return incoming.destroy();
    // The response must have a body, uncompressed, because it is changed here.
    const { "if-none-match": _known, ...others } = incoming.headers;
    const headers = { ...others, "accept-encoding": "identity" };
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
    serveNewVersion: () => {
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
