/** What the build knows of itself. */
declare const SHELL: {
  /** Another one for each build. */
  version: string;
  /** The script that the page begins with. */
  entry: string;
  /** What the screens of members are made of: addresses whose content never changes. */
  files: string[];
};

export const { version: VERSION, entry: ENTRY, files: FILES } = SHELL;
