import { createHmac } from "node:crypto";

const STEP_SECONDS = 30;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the code that an authenticator app shows for a secret (RFC 6238, six digits). Each code
 * works once. Tests that need several use a neighbouring step, which the server accepts as well.
 */
export function totp(secret: string, step: -1 | 0 | 1 = 0): string {
  const counter = Math.floor(Date.now() / 1_000 / STEP_SECONDS) + step;
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac("sha1", fromBase32(secret)).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const code = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(code).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, "")]
    .map((letter) => ALPHABET.indexOf(letter.toUpperCase()).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
