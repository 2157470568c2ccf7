import { build, type ResolvedConfig, type Rolldown } from "vite";

/** Returns a module, built into one script without imports, with values for its constants. */
export async function script(
  input: string,
  constants: Record<string, object>,
  { target }: ResolvedConfig["build"],
): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { tsconfigPaths: true },
    define: constants,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
