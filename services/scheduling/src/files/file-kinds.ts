/** A kind of file: its content type, and the check of its first bytes. */
interface FileKind {
  readonly content_type: string;
  matches(bytes: Buffer): boolean;
}

const begins =
  (...signatures: readonly (string | readonly number[])[]) =>
  (bytes: Buffer): boolean =>
    signatures.some((signature) => {
      const wanted = typeof signature === 'string' ? Buffer.from(signature, 'latin1') : Buffer.from(signature);
      return bytes.subarray(0, wanted.length).equals(wanted);
    });

/** Returns true for UTF-8 text without control characters. */
function isText(bytes: Buffer): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** Returns the check for a ZIP that has a folder, as the formats of office programs do. */
const office = (folder: string) => (bytes: Buffer) => begins('PK\u0003\u0004')(bytes) && bytes.includes(folder);
const riff = (form: string) => (bytes: Buffer) => begins('RIFF')(bytes) && bytes.subarray(8, 12).toString('latin1') === form;
const brand = (pattern: RegExp) => (bytes: Buffer) =>
  bytes.subarray(4, 8).toString('latin1') === 'ftyp' && pattern.test(bytes.subarray(8, 12).toString('latin1'));
const openDocument = (type: string) => (bytes: Buffer) =>
  begins('PK\u0003\u0004')(bytes) && bytes.subarray(0, 200).includes(`application/vnd.oasis.opendocument.${type}`);
const oldOffice = begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const jpeg: FileKind = { content_type: 'image/jpeg', matches: begins([0xff, 0xd8, 0xff]) };

/**
 * The kinds of file that forms accept, by extension. None of them runs in a browser: no HTML, SVG or script. An extension is
 * not trusted; the first bytes must match its kind.
 */
export const fileKinds: ReadonlyMap<string, FileKind> = new Map(
  Object.entries({
    pdf: { content_type: 'application/pdf', matches: begins('%PDF-') },
    png: { content_type: 'image/png', matches: begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
    jpg: jpeg,
    jpeg,
    gif: { content_type: 'image/gif', matches: begins('GIF87a', 'GIF89a') },
    webp: { content_type: 'image/webp', matches: riff('WEBP') },
    heic: { content_type: 'image/heic', matches: brand(/^(heic|heix|hevc|mif1|msf1)$/) },
    docx: { content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', matches: office('word/') },
    xlsx: { content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', matches: office('xl/') },
    pptx: { content_type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', matches: office('ppt/') },
    doc: { content_type: 'application/msword', matches: oldOffice },
    xls: { content_type: 'application/vnd.ms-excel', matches: oldOffice },
    ppt: { content_type: 'application/vnd.ms-powerpoint', matches: oldOffice },
    odt: { content_type: 'application/vnd.oasis.opendocument.text', matches: openDocument('text') },
    ods: { content_type: 'application/vnd.oasis.opendocument.spreadsheet', matches: openDocument('spreadsheet') },
    rtf: { content_type: 'application/rtf', matches: begins('{\\rtf') },
    txt: { content_type: 'text/plain', matches: isText },
    csv: { content_type: 'text/csv', matches: isText },
    mp3: { content_type: 'audio/mpeg', matches: begins('ID3', [0xff, 0xfb], [0xff, 0xf3], [0xff, 0xf2]) },
    wav: { content_type: 'audio/wav', matches: riff('WAVE') },
    m4a: { content_type: 'audio/mp4', matches: brand(/^M4A/) },
    mp4: { content_type: 'video/mp4', matches: brand(/^(isom|iso2|mp41|mp42|avc1|M4V )/) },
    mov: { content_type: 'video/quicktime', matches: brand(/^qt /) },
    zip: { content_type: 'application/zip', matches: begins('PK\u0003\u0004', 'PK\u0005\u0006') },
  } satisfies Record<string, FileKind>),
);

/** Returns the extension of a file name, in lower case and without its dot. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
