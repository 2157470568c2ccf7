import { afterEach, expect, test, vi } from "vitest";
import { shrinkPhoto } from "./draw-photo";
import { fitsInMegabytes } from "./photo-file";

const MB = 1024 * 1024;

/** Replaces the browser's image functions: an output has `bytesPerPixel` bytes for each pixel. */
function stubDrawing(width: number, height: number, bytesPerPixel: number) {
  const close = vi.fn();
  vi.stubGlobal("createImageBitmap", async () => ({ width, height, close }));
  const context = { fillRect: vi.fn(), drawImage: vi.fn() };
  const prototype = HTMLCanvasElement.prototype;
  vi.spyOn(prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(prototype, "toBlob").mockImplementation(function (this: HTMLCanvasElement, done, type) {
    const size = this.width * this.height * bytesPerPixel;
    done(new Blob([new Uint8Array(size)], { type: type ?? "" }));
  });
  return { context, close };
}

const heavy = new File([new Uint8Array(6 * MB)], "IMG_1.HEIC.png", {
  type: "image/png",
  lastModified: 7,
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a photo over 5 MB is shrunk in proportion", async () => {
  const { context, close } = stubDrawing(6000, 3000, 1);
  const small = await shrinkPhoto(heavy);
  expect([small.name, small.type, small.lastModified]).toEqual(["IMG_1.HEIC.jpg", "image/jpeg", 7]);
  expect(fitsInMegabytes(small, 5)).toBe(true);
  expect(context.drawImage).toHaveBeenLastCalledWith(expect.anything(), 0, 0, 2560, 1280);
  expect(close).toHaveBeenCalledOnce();
});

test("a photo still too large is shrunk again", async () => {
  const { context } = stubDrawing(3000, 4000, 1.5);
  const small = await shrinkPhoto(heavy);
  expect(small.size).toBeLessThanOrEqual(5 * MB);
  expect(context.drawImage).toHaveBeenLastCalledWith(expect.anything(), 0, 0, 1440, 1920);
});

test("small photos and other files stay unchanged", async () => {
  const { context } = stubDrawing(6000, 3000, 1);
  const light = new File(["x"], "a.png", { type: "image/png" });
  const text = new File([new Uint8Array(6 * MB)], "a.txt", { type: "text/plain" });
  expect([await shrinkPhoto(light), await shrinkPhoto(text)]).toEqual([light, text]);
  expect(context.drawImage).not.toHaveBeenCalled();
});

test("an unreadable picture is returned, to be refused", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("unreadable")));
  expect(await shrinkPhoto(heavy)).toBe(heavy);
});
