import { type Html, html } from './html.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot represent, not even escaped
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns a text without the characters that XML cannot represent; `html` escapes the rest, so `]]>` stays text. */
export const xmlText = (text: string): string => text.toWellFormed().replace(invalidCharacters, '');

/** Returns an XML document with a root element. */
export const xmlDocument = (root: Html): string =>
  `${html`<?xml version="1.0" encoding="UTF-8"?>
${root}
`}`;
