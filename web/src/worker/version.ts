/** Constants set by the build. */
declare const SHELL: {
  /** Identifies the build. */
  version: string;
  /** Entry script of the page. */
  entry: string;
  /** Files of members' screens: addresses whose content never changes. */
  files: string[];
};

export const { version: VERSION, entry: ENTRY, files: FILES } = SHELL;
