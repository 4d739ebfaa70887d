// What the page says, in the language of the person: a file of messages for each language, in messages/. What the engine says, and
// rule files, stay as they are.
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

export type Key = keyof typeof en;
type Messages = Record<Key, string>;

const languages: Record<string, { name: string; messages: Messages }> = {
  en: { name: "English", messages: en },
  de: { name: "Deutsch", messages: de },
  es: { name: "Español", messages: es },
};

const STORED = "bouton-language";

/** The languages that there are, with their names. */
export const languageNames: [string, string][] = Object.entries(languages).map(([key, { name }]) => [key, name]);

/** The language that the person chose; "auto" for that of the browser. */
export function chosenLanguage(): string {
  try {
    const chosen = localStorage.getItem(STORED) ?? "auto";
    return chosen in languages ? chosen : "auto";
  } catch {
    return "auto";
  }
}

/** Returns whether the browser took it. */
export function chooseLanguage(language: string): boolean {
  try {
    localStorage.setItem(STORED, language);
    return true;
  } catch {
    return false;
  }
}

function languageOfBrowser(): string {
  const known = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find((tag) => tag in languages);
  return known ?? "en";
}

/** The language of this page, as a tag: what is chosen now is seen when the page is loaded again. */
export const language: string = chosenLanguage() === "auto" ? languageOfBrowser() : chosenLanguage();

const messages = languages[language]?.messages ?? en;

type Values = Record<string, string | number>;

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : String(values[name])));
}

/** A message. In it, {name} is a value, and {name|one|many} the first text where the value is 1, else the second. */
export function say(key: Key, values: Values = {}): string {
  const chosen = messages[key].replace(/\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g, (_, name: string, one: string, many: string) =>
    Number(values[name]) === 1 ? one : many,
  );
  return filled(chosen, values);
}
