/** Constants of the contents of files and of the virus scanner that are named like a bound and are no bounds of the product, by reason. */
export const fileTextExemptions: Readonly<Record<string, readonly string[]>> = {
  'Protection against broken and hostile files: such a file has no text, or its beginning': [
    'services/media/src/worker/worker-process.ts MAX_TEXT_RSS',
    'services/media/src/text/office-parts.ts MAX_SPACES',
    'services/media/src/text/pdf-text.ts MAX_PAGES',
    'services/media/src/text/read-tags.ts MAX_DEPTH',
    'services/media/src/text/sheet-text.ts MAX_SHARED',
    'services/media/src/text/zip-parts.ts MAX_ENTRIES',
    'services/media/src/text/zip-parts.ts MAX_UNPACKED_BYTES',
  ],
  'Words by which a text is found: a column of Postgres takes so many': [
    'packages/text/src/search-words.ts MAX_WORD',
    'services/library/src/contents/words/words-sql.ts WORDS_BYTES',
    'services/library/src/contents/words/words-sql.ts WORD_BYTES',
    'services/media/src/text/read-text.ts MAX_WORDS',
    'services/media/src/text/read-text.ts MAX_WORD_BYTES',
    'services/media/src/text/read-text.ts KEY_BYTES',
  ],
  'Times and replies of the virus scanner: without one in time the file is scanned again later': [
    'services/library/src/uploads/check-upload.ts SCAN_MS',
    'services/library/src/scanner/scan-source.ts CALL_SCAN_MS',
    'services/library/src/form-assets/form-assets.ts SCAN_MS',
    'services/library/src/scanner/assert-clean.ts MAX_SIGNATURE',
    'services/library/src/scanner/clamd.ts CONNECT_MS',
    'services/library/src/scanner/clamd.ts PING_MS',
    'services/library/src/scanner/clamd.ts MAX_REPLY',
  ],
  'Protection against hostile pictures: the metadata of such a picture cannot be removed': [
    'packages/file-kinds/src/metadata/boxes.ts MAX_BOXES',
    'packages/file-kinds/src/metadata/item-places.ts MAX_PLACES',
    'packages/file-kinds/src/metadata/retained-parts.ts MAX_PARTS',
  ],
  'Sizes of the headers of picture formats': [
    'packages/file-kinds/src/metadata/strip-png.ts SIGNATURE_BYTES',
    'packages/file-kinds/src/metadata/strip-webp.ts HEADER_BYTES',
  ],
};
