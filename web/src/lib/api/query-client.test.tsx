import { onlineManager, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./error";
import { createAppQueryClient } from "./query-client";

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

test("data changed while offline is refetched on reconnecting", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const answers = vi.fn<() => Promise<string>>();
  answers.mockResolvedValueOnce("asked");
  const queryClient = createAppQueryClient();
  function Shown() {
    const { data } = useQuery({ queryKey: ["booking"], queryFn: answers });
    return <p>{data}</p>;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await screen.findByText("asked");

  onLine.mockReturnValue(false);
  onlineManager.setOnline(false);
  answers.mockRejectedValueOnce(new ApiError("offline", "There is no network.", 0));
  await act(() => queryClient.invalidateQueries({ queryKey: ["booking"] }));
  expect(answers).toHaveBeenCalledTimes(2);
  expect(screen.getByText("asked")).toBeVisible();

  answers.mockResolvedValueOnce("accepted");
  onLine.mockReturnValue(true);
  act(() => onlineManager.setOnline(true));
  await screen.findByText("accepted");
  expect(answers).toHaveBeenCalledTimes(3);
});
