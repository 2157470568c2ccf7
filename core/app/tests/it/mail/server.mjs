/*
 * A mail server for tests: `node server.mjs --security starttls|tls|none …`.
 *
 * Prints one line of JSON for what happens: {"ready": port} once it listens, {"mode": ...} when it
 * was told how to behave, {"login": ok} for every attempt to sign in, {"hanging": true} when it
 * falls silent, and every mail it takes. Its standard input tells it how to behave: "accept",
 * "refuse 550 No such person", or "hang"; "pause" only makes it answer.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

// The packages of the web client's tests.
const packages = createRequire(new URL("../../../../../web/package.json", import.meta.url));
const { SMTPServer } = packages("smtp-server");

const text = (standard) => ({ type: "string", default: standard });
const { values: asked } = parseArgs({
  options: {
    port: text("0"),
    security: text("none"),
    certificate: text(""),
    key: text(""),
    user: text(""),
    password: text(""),
  },
});
const encrypted = asked.security !== "none";

let mode = "accept";

const tell = (what) => console.log(JSON.stringify(what));

const refusal = () => {
  const [, code, why] = /^refuse (\d+) (.*)$/.exec(mode);
  return Object.assign(new Error(why), { responseCode: Number(code) });
};

const server = new SMTPServer({
  name: "localhost",
  secure: asked.security === "tls",
  hideSTARTTLS: asked.security !== "starttls",
  allowInsecureAuth: !encrypted,
  authOptional: !asked.user,
  ...(encrypted && { key: readFileSync(asked.key), cert: readFileSync(asked.certificate) }),
  onAuth({ username, password }, _session, done) {
    const right = username === asked.user && password === asked.password;
    tell({ login: right });
    done(right ? null : new Error("Wrong user or password"), { user: username });
  },
  onRcptTo(_address, _session, done) {
    done(mode.startsWith("refuse ") ? refusal() : null);
  },
  onData(stream, session, done) {
    const { mailFrom, rcptTo } = session.envelope;
    const parts = [];
    stream.on("data", (part) => parts.push(part));
    stream.on("end", () => {
      if (mode === "hang") return tell({ hanging: true });
      tell({
        sender: mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        data: Buffer.concat(parts).toString(),
        tls: session.secure,
        login: Boolean(session.user),
      });
      done(null, "Taken");
    });
  },
});
// It complains of what the tests do to it.
server.on("error", () => {});
server.listen(Number(asked.port), "127.0.0.1", () => {
  tell({ ready: server.server.address().port });
});

const orders = createInterface({ input: process.stdin });
// Whoever started it is gone.
orders.on("close", () => process.exit());
orders.on("line", (order) => {
  if (order !== "pause") mode = order;
  tell({ mode: order });
});
