export { Checkbox } from "./checkbox";
export { controlClass, Field, FieldError } from "./field";
export { FormError, FormMessage } from "./form-error";
export { Input, PasswordInput, Select, Textarea } from "./input";
export { PlaceInput } from "./place-input";
export { Switch } from "./switch";
