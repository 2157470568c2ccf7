import { expect, test } from "vitest";
import { multipart } from "./multipart";

test("sends values and files as parts, omitting absent ones", () => {
  const files = [new File(["a"], "a.png"), new File(["b"], "b.png")];
  const { bodySerializer } = multipart({
    title: "Tap",
    hours: 2,
    thumbnails: files,
    file: undefined,
  });
  const form = bodySerializer();
  expect([...form.keys()]).toEqual(["title", "hours", "thumbnails", "thumbnails"]);
  expect(form.get("hours")).toBe("2");
  expect(form.getAll("thumbnails").map((file) => (file as File).name)).toEqual(["a.png", "b.png"]);
});
