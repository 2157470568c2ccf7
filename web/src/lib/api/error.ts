import { formatDuration } from "../format/duration";

/** An error response of the server, or a missing response. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** Stable code for the client to switch on, such as `wallet.insufficient_funds`. */
    readonly code: string,
    /** Message for people. */
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Messages by request field. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Page where the person can do something about it. */
    readonly link?: string,
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

  /** Reads the error envelope; a body without one still gives a message. */
  static async from(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => null);
    const { code, message, fields, link } = (body ?? {}) as Record<string, unknown>;
    return new ApiError(
      typeof code === "string" ? code : "client.unexpected",
      withRetryDelay(
        typeof message === "string" && message ? message : fallbackMessage(response.status),
        response,
      ),
      response.status,
      isMessages(fields) ? fields : {},
      typeof link === "string" ? link : undefined,
    );
  }
}

function isMessages(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null;
}

/** Appends the time to wait, where the server gives one (429, 503) and its message does not. */
function withRetryDelay(message: string, response: Response): string {
  const seconds = Number(response.headers.get("Retry-After"));
  const hasDelay = / in \d+ (second|minute|hour)s?\.$/.test(message);
  return seconds > 0 && !hasDelay
    ? `${message} You can try again in ${formatDuration(seconds)}.`
    : message;
}

function fallbackMessage(status: number): string {
  return status === 429
    ? "Too many requests in a short time."
    : "Something went wrong. Please try again.";
}

/** Checks for a missing response. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns the message for a failed load: `text`, unless there was no response at all. */
export function failureText(error: unknown, text: string | undefined): string {
  return isUnanswered(error) || text === undefined ? messageOf(error) : text;
}

/** Returns the message for anything thrown: the server's own, or else `fallback`. */
export function messageOf(
  error: unknown,
  fallback = "Something went wrong. Please try again.",
): string {
  return error instanceof ApiError ? error.message : fallback;
}
