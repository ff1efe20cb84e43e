import { type Html, html } from '@space/web';

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot hold, however they are written
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for XML: what it cannot hold is left out, and `html` escapes the rest, so `]]>` too stands as text. */
export const xmlText = (text: string): string => text.toWellFormed().replace(unspeakable, '');

/** A whole XML document. */
export const xmlDocument = (root: Html): string =>
  `${html`<?xml version="1.0" encoding="UTF-8"?>
${root}
`}`;
