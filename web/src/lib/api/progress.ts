import { sendForData } from "./send";

/** Called with the part of a body sent so far, from 0 to 1. */
export type OnProgress = (share: number) => void;

/**
 * Returns a `fetch` that reports the upload's progress, which the browser's own cannot do. Give it
 * to a call: `client.PUT(path, { ...multipart(values), fetch: withProgress(setShare) })`.
 */
export function withProgress(onProgress: OnProgress): (request: Request) => Promise<Response> {
  return (request) => sendForData(request, (authorised) => sendByXhr(authorised, onProgress));
}

async function sendByXhr(request: Request, onProgress: OnProgress): Promise<Response> {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.responseType = "blob";
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    xhr.onload = () => resolve(toResponse(xhr));
    xhr.onerror = () => reject(new TypeError("The connection failed"));
    xhr.onabort = () => reject(new DOMException("Aborted", "AbortError"));
    request.signal.addEventListener("abort", () => xhr.abort());
    xhr.send(body);
  });
}

function toResponse(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  const type = xhr.getResponseHeader("Content-Type");
  if (type) headers.set("Content-Type", type);
  const body: unknown = xhr.response;
  // The `Response` constructor refuses a body with statuses that have none.
  const hasBody = body instanceof Blob && body.size > 0;
  return new Response(hasBody ? body : null, { status: xhr.status, headers });
}
