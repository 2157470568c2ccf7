import { formatDuration } from "../format/duration";

/** An answer of the server that is not a success, or no answer at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** Stable, for the client to switch on, such as `wallet.insufficient_funds`. */
    readonly code: string,
    /** Written for people. */
    message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Messages by the request field they concern. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  static offline(): ApiError {
    return new ApiError(
      "client.offline",
      "We can't reach the server. Check your connection and try again.",
      0,
    );
  }

  /** Reads the error envelope; a body that is none still gives a message. */
  static async from(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => null);
    const { code, message, fields } = (body ?? {}) as Record<string, unknown>;
    return new ApiError(
      typeof code === "string" ? code : "client.unexpected",
      withRetryDelay(
        typeof message === "string" && message ? message : fallbackMessage(response.status),
        response,
      ),
      response.status,
      isMessages(fields) ? fields : {},
    );
  }
}

function isMessages(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null;
}

/** Adds how long to wait, where the server says so (429, 503) and its message does not yet. */
function withRetryDelay(message: string, response: Response): string {
  const seconds = Number(response.headers.get("Retry-After"));
  const told = / in \d+ (second|minute|hour)s?\.$/.test(message);
  return seconds > 0 && !told
    ? `${message} You can try again in ${formatDuration(seconds)}.`
    : message;
}

function fallbackMessage(status: number): string {
  return status === 429
    ? "That was a lot in a short time."
    : "Something went wrong. Please try again.";
}

/** The message to show for anything thrown: the server's own, else `fallback`. */
export function messageOf(
  error: unknown,
  fallback = "Something went wrong. Please try again.",
): string {
  return error instanceof ApiError ? error.message : fallback;
}
