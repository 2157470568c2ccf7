// The menu has no place here: it weighs as much as all the rest, and few screens need it.
export { ConfirmDialog } from "./confirm-dialog";
export { Dialog } from "./dialog";
export { Lightbox } from "./lightbox";
export { onDemand } from "./on-demand";
