type Part = string | number | boolean | Blob | readonly Blob[] | null | undefined;

/**
 * The part of a request that carries a multipart body: spread it into the call, as in
 * `create.mutate({ ...multipart(values) })`. Absent values are left out and a list
 * of files becomes one part each.
 */
export function multipart<Body>(values: { [Key in keyof Body]?: Part }): {
  body: Body;
  bodySerializer: () => FormData;
} {
  const form = new FormData();
  for (const [name, value] of Object.entries<Part>(values)) appendPart(form, name, value);
  // The generated type of a file is `string`; what travels is the form.
  return { body: values as Body, bodySerializer: () => form };
}

function appendPart(form: FormData, name: string, value: Part): void {
  if (value === null || value === undefined) return;
  if (value instanceof Blob) form.append(name, value);
  else if (typeof value === "object") for (const file of value) form.append(name, file);
  else form.append(name, String(value));
}
