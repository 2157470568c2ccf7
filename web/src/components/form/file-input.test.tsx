import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { FileInput } from "./file-input";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Picture() {
  const [file, setFile] = useState<File | null>(null);
  return <FileInput label="Picture" imagesOnly maxMegabytes={5} file={file} onChange={setFile} />;
}

async function choose(file: File) {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => undefined;
  render(<Picture />);
  await userEvent.upload(screen.getByLabelText("Picture", { selector: "input" }), file);
}

const heavy = new File([new Uint8Array(6 * 1024 * 1024)], "tap.png", { type: "image/png" });

test("a photo that is too large is shrunk and accepted", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4000, height: 3000, close: vi.fn() }));
  const drawing = { fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(drawing as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
    done(new Blob(["small"], { type: "image/jpeg" })),
  );
  await choose(heavy);
  expect(await screen.findByRole("button", { name: "Remove tap.jpg" })).toBeVisible();
});

test("a file that cannot be shrunk is refused with a message", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("unreadable")));
  await choose(heavy);
  expect(await screen.findByText("File size must be less than 5MB")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add a picture" })).toBeEnabled();
});
