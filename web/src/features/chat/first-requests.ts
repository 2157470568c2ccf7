import { at, type FirstRequests } from "@/lib/first-requests";

const CONVERSATIONS = at("/api/message/chat/history/users");

export const firstRequests: FirstRequests = {
  "/messages": { send: ({ askOf }) => askOf("chat", CONVERSATIONS) },
  "/chat/:id": {
    send: ({ params, me, askOf }) => {
      const { id = "" } = params;
      askOf("chat", at("/api/message/with/{otherId}", { otherId: id }));
      askOf("chat", at("/api/message/{myId}/{otherId}", { myId: me, otherId: id }));
      askOf("bookings", at("/api/bookings/with/{userId}", { userId: id }));
      askOf("chat", CONVERSATIONS);
    },
  },
};
