export { ConfirmDialog } from "./confirm-dialog";
export { Dialog } from "./dialog";
export { Menu, type MenuItem } from "./menu";
