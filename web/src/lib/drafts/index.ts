export { type DraftEntry, draftEntry, draftText } from "./entry";
export { clearFiles, loadFiles, saveFiles } from "./files";
export { type SaveStatus, useSaveStatus } from "./save-status";
