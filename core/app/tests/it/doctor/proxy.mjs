/*
 * A proxy that terminates TLS: `node proxy.mjs http://target certificate key`. Prints its port.
 * Answers 502 while the target cannot be reached.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";

const [target, certificate, key] = process.argv.slice(2);
const options = { cert: readFileSync(certificate), key: readFileSync(key) };

const server = createServer(options, (asked, answer) => {
  const { method, headers } = asked;
  const onward = request(new URL(asked.url, target), { method, headers }, (found) => {
    answer.writeHead(found.statusCode, found.headers);
    found.pipe(answer);
  });
  onward.on("error", () => answer.writeHead(502).end());
  asked.pipe(onward);
});
server.listen(0, "localhost", () => console.log(server.address().port));
