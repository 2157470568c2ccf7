import { vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { success } from "@/test/app";
import { fakeToken } from "@/test/jwt";

type Message = Schemas["Message"];

/** The two people of every test. */
export const ME = "u1";
export const DEV = "dev";
/** Address of the screen with their conversation. */
export const CHAT = `/chat/${DEV}`;

/** A fake server of one conversation, as far as the screens use it. */
export interface FakeServer {
  messages: Message[];
  conversations: Schemas["Conversation"][];
  head: Schemas["ConversationHead"];
  /** Bookings between the two, last changed first. */
  together: Schemas["BookingTogether"][];
  /** People whom the member has blocked. */
  blocked: Schemas["BlockedPerson"][];
  /** Modules that are on. */
  modules: string[];
  /** Requests received, as 'METHOD path?query'. */
  requests: string[];
  /** Client ids of all attempts to send, in order. */
  attempts: string[];
  /** Response instead of accepting a message; null for a lost connection. */
  refusal?: (() => Response | null) | undefined;
  /** Whether the response to a sent message is lost. */
  losesAnswers: boolean;
  /** Response to a report. */
  onReport?: (body: unknown) => Response;
  /** Adds a message of either person. */
  say: (from: string, content: string, created_at?: string) => Message;
}

/** Signs in and replaces the server until the test ends. */
export function fakeServer(): FakeServer {
  storeTokens({ accessToken: fakeToken({ id: ME, expiresIn: 900 }), refreshToken: "r" });
  const server: FakeServer = {
    messages: [],
    conversations: [],
    together: [],
    blocked: [],
    modules: ["chat"],
    head: {
      user_id: DEV,
      name: "Dev Kaur",
      can_write: true,
      in_common: { bookings: 0, mutual_follows: 0, follow_each_other: false },
      first: false,
      unread: 0,
      unread_bookings: 0,
      last_read_seq: 0,
      last_delivered_seq: 0,
    },
    requests: [],
    attempts: [],
    losesAnswers: false,
    say: (from, content, created_at = "2026-03-02T10:00:00Z") => {
      const message = made(server, { from, content, created_at });
      server.messages.push(message);
      return message;
    },
  };
  vi.stubGlobal("fetch", async (request: Request | string) => {
    // Only the reachability check calls fetch with a string.
    if (typeof request === "string") return new Response("ok");
    const { pathname, search, searchParams } = new URL(request.url);
    server.requests.push(`${request.method} ${pathname}${search}`);
    const answer = await answerTo(server, request, pathname, searchParams);
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  });
  return server;
}

async function answerTo(
  server: FakeServer,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response | null> {
  switch (`${request.method} ${path}`) {
    case "GET /api/site":
      return success({ name: "Sparkyard", modules: server.modules });
    case "GET /api/message/chat/history/users":
      return success(server.conversations);
    case `GET /api/message/with/${DEV}`:
      return success(server.head);
    case "GET /api/users/blocked":
      return success(server.blocked);
    case `GET /api/bookings/with/${DEV}`:
      return success(server.together);
    case `GET /api/message/${ME}/${DEV}`:
      return page(server.messages, query);
    case "POST /api/message":
      return receive(server, (await request.json()) as Schemas["NewMessage"]);
    case "POST /api/reports":
      return server.onReport?.(await request.json()) ?? null;
    case "POST /api/message/picture":
      return receivePicture(server);
    case `PUT /api/message/seen/${DEV}/bookings`:
      server.head = { ...server.head, unread_bookings: 0 };
      return success(null);
    case `POST /api/message/typing/${DEV}`:
      return success(null);
  }
  if (request.method === "PUT" && path.startsWith("/api/message/markasread/")) {
    return markRead(server, path.split("/").at(-1) ?? "");
  }
  if (path.startsWith("/api/message/picture/")) return new Response(new Blob(["x"]));
  return null;
}

/** Returns the newest page, older ones by cursor, or messages after a sequence number. */
function page(messages: Message[], query: URLSearchParams): Response {
  const limit = Number(query.get("limit") ?? 20);
  const after = query.get("after");
  if (after !== null) {
    return success(messages.filter(({ seq }) => seq > Number(after)).slice(0, limit));
  }
  const before = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
  const older = messages.filter(({ seq }) => seq < before);
  const shown = older.slice(-limit);
  const rest = older.length > shown.length;
  return Response.json({
    status: "success",
    message: "",
    data: shown,
    ...(rest && { next_cursor: String(shown[0]?.seq) }),
  });
}

/** Stores a message once, however often it is sent. */
function receive(server: FakeServer, body: Schemas["NewMessage"]): Response | null {
  server.attempts.push(body.clientId ?? "");
  if (server.refusal) return server.refusal();
  let message = server.messages.find(({ client_id }) => client_id === body.clientId);
  if (!message) {
    const { content, clientId: client_id = undefined } = body;
    message = made(server, { from: ME, content, client_id: client_id ?? undefined });
    server.messages.push(message);
  }
  return server.losesAnswers ? null : success(message);
}

/** Stores a picture message; the form is not parsed, since here it is plain text. */
function receivePicture(server: FakeServer): Response {
  const picture = { url: "", width: 640, height: 480 };
  const message = { ...made(server, { from: ME, content: "" }), picture };
  server.messages.push(message);
  return success(message);
}

function markRead(server: FakeServer, id: string): Response {
  const seq = server.messages.find((message) => message.id === id)?.seq ?? 0;
  server.messages = server.messages.map((message) =>
    message.sender_id === DEV && message.seq <= seq ? { ...message, mark_as_read: true } : message,
  );
  return success({ unread: 0, seq });
}

interface Made {
  from: string;
  content: string;
  created_at?: string;
  client_id?: string | undefined;
}

function made({ messages }: FakeServer, { from, ...rest }: Made): Message {
  const seq = (messages.at(-1)?.seq ?? 0) + 1;
  return {
    id: `m${seq}`,
    seq,
    sender_id: from,
    receiver_id: from === ME ? DEV : ME,
    created_at: new Date().toISOString(),
    mark_as_read: false,
    removed: false,
    ...rest,
  };
}
