import { Card } from "@/components/card";
import { Select } from "@/components/form";

interface LanguageSectionProps {
  language: string;
  languages: readonly string[];
  onChange: (language: string) => void;
}

/** The language of emails, where there is a choice. */
export function LanguageSection({ language, languages, onChange }: LanguageSectionProps) {
  if (languages.length < 2) return null;
  return (
    <Card>
      <Select
        label="Language of emails"
        hint="Emails without a translation are sent in English."
        value={language}
        onChange={(event) => onChange(event.target.value)}
      >
        {languages.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </Select>
    </Card>
  );
}

/** Returns the name of a language in that language: `Cymraeg`. */
function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}
