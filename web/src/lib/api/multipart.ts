type Part = string | number | boolean | Blob | readonly Blob[] | null | undefined;

/**
 * Returns the multipart part of a call, to spread into it: `create.mutate({ ...multipart(values)
 * })`. Absent values are left out, and a list of files becomes one part each.
 */
export function multipart<Body>(values: { [Key in keyof Body]?: Part }): {
  body: Body;
  bodySerializer: () => FormData;
} {
  const form = new FormData();
  for (const [name, value] of Object.entries<Part>(values)) appendPart(form, name, value);
  // The generated type of a file is `string`; the form is what is sent.
  return { body: values as Body, bodySerializer: () => form };
}

function appendPart(form: FormData, name: string, value: Part): void {
  if (value === null || value === undefined) return;
  if (value instanceof Blob) form.append(name, value);
  else if (typeof value === "object") for (const file of value) form.append(name, file);
  else form.append(name, String(value));
}
