import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Returns the first line of a program's output that matches. */
export async function firstLine(program: ChildProcess, pattern: RegExp): Promise<string> {
  if (!program.stdout) throw new Error("the output is not read");
  const lines = createInterface(program.stdout);
  const failed = once(program, "exit").then(() => {
    throw new Error("the program has ended");
  });
  const found = (async () => {
    for await (const line of lines) if (pattern.test(line)) return line;
    throw new Error("the program has said nothing of the kind");
  })();
  return Promise.race([found, failed]);
}
