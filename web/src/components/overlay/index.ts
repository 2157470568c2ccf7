export { ConfirmDialog } from "./confirm-dialog";
export { Dialog } from "./dialog";
export { Lightbox } from "./lightbox";
export { onDemand } from "./on-demand";
