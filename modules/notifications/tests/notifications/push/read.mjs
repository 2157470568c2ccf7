/*
 * Reads what a push service brings a browser, with an implementation of another make: `node
 * read.mjs`. Its standard input is {"key", "auth", "body"}, all in base64url; what the message says
 * goes to its standard output.
 */
import { createECDH } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The packages of the web client's tests.
const packages = createRequire(new URL("../../../../../web/package.json", import.meta.url));
const { decrypt } = packages("http_ece");

const { key, auth, body } = JSON.parse(readFileSync(0, "utf8"));
const privateKey = createECDH("prime256v1");
privateKey.setPrivateKey(Buffer.from(key, "base64url"));
const message = Buffer.from(body, "base64url");
process.stdout.write(decrypt(message, { version: "aes128gcm", privateKey, authSecret: auth }));
