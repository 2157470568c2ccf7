import { at, type FirstRequests } from "@/lib/first-requests";

export const firstRequests: FirstRequests = {
  "/bookings": {
    pictured: true,
    send: ({ search, askOf }) => {
      // Without a side in the URL, the screen chooses one from the contents of both.
      const tab = new URLSearchParams(search).get("tab");
      for (const side of ["inward", "outward"] as const) {
        if (tab === side || !isSide(tab)) {
          askOf("bookings", `${at(`/api/bookings/get/user/${side}`)}?limit=100`);
        }
      }
    },
  },
};

const isSide = (tab: string | null) => tab === "inward" || tab === "outward";
