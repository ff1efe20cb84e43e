import { type CheckedKind, isText } from './checked-kind.ts';

/** Characters in which the element of an SVG begins, after its declaration and comments. */
const SVG_START = 4_096;

const isSvg = (bytes: Buffer): boolean => isText(bytes) && /<svg[\s>]/i.test(bytes.subarray(0, SVG_START).toString('utf8'));
const text = (content_type: string): CheckedKind => ({ content_type, matches: isText });

/** The kinds of text that have no signature, by extension. Some of them run in a browser: `isActive` returns true for those. */
export const textKinds: ReadonlyMap<string, CheckedKind> = new Map(
  Object.entries({
    md: text('text/markdown'),
    markdown: text('text/markdown'),
    log: text('text/plain'),
    tsv: text('text/tab-separated-values'),
    json: text('application/json'),
    yaml: text('application/yaml'),
    yml: text('application/yaml'),
    xml: text('application/xml'),
    ics: text('text/calendar'),
    vcf: text('text/vcard'),
    srt: text('application/x-subrip'),
    css: text('text/css'),
    js: text('text/javascript'),
    mjs: text('text/javascript'),
    html: text('text/html'),
    htm: text('text/html'),
    svg: { content_type: 'image/svg+xml', matches: isSvg },
  } satisfies Record<string, CheckedKind>),
);

const ACTIVE = new Set([
  'application/x-shockwave-flash',
  'application/xhtml+xml',
  'application/xml',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/xml',
]);

/** Returns true for a content type that a browser may execute: its files are sent as attachments only. */
export const isActive = (content_type: string): boolean => ACTIVE.has(content_type) || content_type.endsWith('+xml');
