/** A file as an export answers it. */
export interface ExportedFile {
  readonly media_type: string;
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
}

/** Returns an exported file as the browser needs it. */
export const exportedFile = ({ media_type, encoding, content }: ExportedFile): Blob =>
  new Blob([encoding === 'base64' ? Uint8Array.fromBase64(content) : content], { type: media_type });
