/** Puts `[secret NAME]` in the place of each secret in a text, or in its first `characters`: also of one that begins there and ends later. */
export interface Redact {
  (text: string, characters?: number): string;
  /** Characters of the longest form of a secret. */
  readonly longest: number;
}

/** Characters of a form that is redacted, at least: shorter ones occur by chance. */
const MIN_FORM_CHARACTERS = 6;

/**
 * Returns a function that redacts these values from a text, in the forms in which receivers repeat them: as they are, in JSON, in URLs, in
 * HTML, in hexadecimal, and in base64, also as a part of a longer text. A receiver that changes a value in another way is not stopped: the
 * hosts of a secret are its protection, this is a net below them.
 */
export function createRedact(secrets: ReadonlyMap<string, string>): Redact {
  const names = new Map<string, string>();
  for (const [name, value] of secrets) for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  // The longest form first: a form may begin with another one.
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = forms.length === 0 ? undefined : new RegExp(forms.map((form) => RegExp.escape(form)).join('|'), 'g');
  function redact(text: string, characters = text.length): string {
    let redacted = '';
    let end = 0;
    for (const { 0: form, index } of pattern ? text.matchAll(pattern) : []) {
      if (index >= characters) break;
      redacted += `${text.slice(end, index)}[secret ${names.get(form)!}]`;
      end = index + form.length;
    }
    return end < characters ? redacted + text.slice(end, characters) : redacted;
  }
  return Object.assign(redact, { longest: forms[0]?.length ?? 0 });
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value);
  const hex = bytes.toString('hex');
  const forms = [
    value,
    json,
    json.replaceAll('/', '\\/'),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    html(value, '&#39;'),
    html(value, '&#x27;'),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => [base64Within(bytes, offset, 'base64'), base64Within(bytes, offset, 'base64url')]),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_FORM_CHARACTERS);
}

const html = (value: string, apostrophe: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", apostrophe);

/** Returns the characters of a base64 text that depend on these bytes alone, if `offset` bytes stand before them. */
function base64Within(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, whole);
}
