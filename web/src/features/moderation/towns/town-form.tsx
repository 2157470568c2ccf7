import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { toast } from "@/components/toast";
import { ApiError, api, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const COORDINATES = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

const atMost80 = z.maxLength(80, "Please keep it to 80 characters");
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Please write its name"), atMost80),
  area: z.string().check(z.trim(), atMost80),
  point: z
    .string()
    .check(z.regex(COORDINATES, "Please write two numbers, such as 51.3245, -2.3727")),
});

/** Returns a function that reloads what shows the towns that admins have added. */
export function useReloadTowns() {
  const cache = useQueryCache();
  return () => {
    cache.invalidate("/api/admin/towns", "/api/admin/audit");
    cache.invalidate("/api/places/search", "/api/places/towns", "/api/places/map");
  };
}

/** Form to add a town or village. */
export function TownForm({ onDone }: { onDone: () => void }) {
  const form = useAppForm(schema, { name: "", area: "", point: "" });
  const add = api.useMutation("post", "/api/admin/towns", {
    onSettled: useReloadTowns(),
    onSuccess: ({ name }) => {
      toast.success(`Members can choose ${name} now`);
      onDone();
    },
    onError: (error) => {
      // The form has one field for both coordinates.
      const abroad = error instanceof ApiError ? error.fields.lat : undefined;
      if (abroad) form.setError("point", { type: "server", message: abroad });
      else showServerErrors(form, error);
    },
  });
  const submit = form.handleSubmit(({ name, area, point }) => {
    const [, lat, lon] = COORDINATES.exec(point) ?? [];
    add.mutate({ body: { name, area, lat: Number(lat), lon: Number(lon) } });
  });
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <Input label="Name" autoComplete="off" {...fieldOf(form, "name")} />
      <Input label="County or district" optional autoComplete="off" {...fieldOf(form, "area")} />
      <Input
        label="Latitude and longitude of its middle"
        hint="Press and hold the place on any map to see them, such as 51.3245, -2.3727."
        autoComplete="off"
        {...fieldOf(form, "point")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={add.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
