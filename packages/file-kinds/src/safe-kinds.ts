import { begins, type CheckedKind, isText } from './checked-kind.ts';

/** Returns the check for a ZIP that has a folder, as the formats of office programs do. */
const office = (folder: string) => (bytes: Buffer) => begins('PK\u0003\u0004')(bytes) && bytes.includes(folder);
const riff = (form: string) => (bytes: Buffer) => begins('RIFF')(bytes) && bytes.subarray(8, 12).toString('latin1') === form;
const brand = (pattern: RegExp) => (bytes: Buffer) =>
  bytes.subarray(4, 8).toString('latin1') === 'ftyp' && pattern.test(bytes.subarray(8, 12).toString('latin1'));
const openDocument = (type: string) => (bytes: Buffer) =>
  begins('PK\u0003\u0004')(bytes) && bytes.subarray(0, 200).includes(`application/vnd.oasis.opendocument.${type}`);
const oldOffice = begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const jpeg: CheckedKind = { content_type: 'image/jpeg', matches: begins([0xff, 0xd8, 0xff]) };

/**
 * The kinds of file that are safe to receive from anyone, by extension. None of them runs in a browser: no HTML, SVG or script. An extension
 * is not trusted; the first bytes must match its kind.
 */
export const safeKinds: ReadonlyMap<string, CheckedKind> = new Map(
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
  } satisfies Record<string, CheckedKind>),
);
