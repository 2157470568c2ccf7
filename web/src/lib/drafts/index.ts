export { type DraftEntry, draftEntry } from "./entry";
export { clearFiles, loadFiles, saveFiles } from "./files";
export { type SaveStatus, useSaveStatus } from "./save-status";
