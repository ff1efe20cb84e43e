import { hash } from 'node:crypto';

/**
 * Directives of a Content-Security-Policy by name: one source, several sources, or true for a directive without a value. null
 * leaves a directive out.
 */
export type CspDirectives = Readonly<Record<string, string | readonly string[] | true | null>>;

/** Returns the value of a Content-Security-Policy header. Directives stand in the order given; an empty list gives `'none'`. */
export function contentSecurityPolicy(directives: CspDirectives): string {
  return Object.entries(directives)
    .flatMap(([name, value]) => {
      if (value === null) return [];
      if (value === true) return [name];
      const sources = typeof value === 'string' ? [value] : value;
      return [`${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`];
    })
    .join('; ');
}

/** Returns the source expression that allows exactly this inline style or script. */
export const cspHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/**
 * Returns the directives of a page of ours: nothing is loaded, framed or sent, only `style` applies. `more` adds
 * directives, replaces them, or removes them with null.
 */
export const strictPolicy = (style: string, more: CspDirectives = {}): CspDirectives => ({
  'default-src': "'none'",
  'style-src': cspHash(style),
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  ...more,
});
