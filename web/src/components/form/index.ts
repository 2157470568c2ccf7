export { Checkbox } from "./checkbox";
export { controlClass, Field, FieldError } from "./field";
export { FileInput } from "./file-input";
export { FormError, FormMessage } from "./form-error";
export { Input, PasswordInput, Select, Textarea } from "./input";
export { NumberStepper } from "./number-stepper";
export { PlaceInput } from "./place-input";
export { SearchInput } from "./search-input";
export { Switch } from "./switch";
