const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Returns the base64 characters that depend on these bytes alone, if `offset` bytes stand before them. */
function base64At(text: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const encoded = bytes.toString(encoding).replace(/=+$/, '');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** The nine forms in which a secret may stand in a text. */
export const formsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  base64At(secret, 0, 'base64'),
  base64At(secret, 1, 'base64'),
  base64At(secret, 2, 'base64'),
  base64At(secret, 0, 'base64url'),
  Buffer.from(secret).toString('hex'),
  html(secret),
];
