export { ConfirmDialog } from "./confirm-dialog";
export { Dialog } from "./dialog";
export { DialogActions } from "./dialog-actions";
export { Lightbox } from "./lightbox";
export { onDemand } from "./on-demand";
