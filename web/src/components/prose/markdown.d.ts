declare module "*.md" {
  export const title: string;
  export const blocks: import("./blocks").Block[];
}
