import { MAX_STEP_LOG } from '@space/contracts/events';

const SECRET = /\b(whsec_|wks_[a-z]+_)[A-Za-z0-9+/=]+/g;

/** Redacts arguments for the step log: truncates long strings and hides keys and signing secrets. Null if too large. */
export function redactArguments(given: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const redacted = redact(given) as Record<string, unknown>;
  return Buffer.byteLength(JSON.stringify(redacted)) > MAX_STEP_LOG.bytes ? null : redacted;
}

function redact(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value.replace(SECRET, '$1…'));
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redact(part)]));
}

function truncate(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_STEP_LOG.text_characters + 2)];
  return characters.length > MAX_STEP_LOG.text_characters ? `${characters.slice(0, MAX_STEP_LOG.text_characters).join('')}…` : text;
}
