import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of the content of documents. */
const contentBounds: readonly Bound[] = [
  { subject: 'blocks', value: limits.MAX_DOCUMENT_BLOCKS, unit: 'blocks', per: 'document', refusal: 'invalid' },
  { subject: 'text', value: limits.MAX_DOCUMENT_CHARACTERS, unit: 'characters', per: 'document', refusal: 'invalid' },
  {
    subject: 'lists, quotes, callouts, details and tables in each other',
    value: limits.MAX_DOCUMENT_NESTING,
    unit: 'levels',
    per: 'document',
    refusal: 'invalid',
  },
  {
    subject: 'content with its history, as it is stored',
    value: limits.MAX_DOCUMENT_STATE_BYTES,
    unit: 'bytes',
    per: 'document',
    refusal: 'invalid',
  },
  { subject: 'Markdown', value: limits.MAX_MARKDOWN_LENGTH, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'HTML', value: limits.MAX_HTML_LENGTH, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'elements of HTML', value: limits.MAX_HTML_ELEMENTS, unit: 'elements', per: 'request', refusal: 'invalid' },
  {
    subject: 'elements of HTML in each other',
    value: limits.MAX_HTML_NESTING,
    unit: 'levels',
    per: 'request',
    effect: 'deeper elements are left out',
  },
  {
    subject: 'attribute of a block or a mark, such as an address',
    value: limits.MAX_DOCUMENT_ATTRIBUTE,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'parts of an update', value: limits.MAX_DOCUMENT_UPDATE_STRUCTS, unit: 'parts', per: 'request', refusal: 'invalid' },
  {
    subject: 'clients whose changes an update has',
    value: limits.MAX_DOCUMENT_UPDATE_CLIENTS,
    unit: 'clients',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'different things that a document shows or mentions',
    value: limits.MAX_DOCUMENT_REFERENCES,
    unit: 'things',
    per: 'document',
    refusal: 'limit_reached',
  },
];

/** Bounds of versions of documents. */
const versionBounds: readonly Bound[] = [
  {
    subject: 'changes that can be read, taken back and merged with',
    value: limits.DOCUMENT_CHANGE_DAYS,
    unit: 'days',
    per: 'document',
    effect: 'only its stored versions can be read after it',
  },
  {
    subject: 'versions that are stored by themselves',
    value: limits.DOCUMENT_VERSION_DAYS,
    unit: 'days',
    per: 'document',
    effect: 'they are deleted',
  },
  {
    subject: 'changes after which a version is stored by itself',
    value: limits.CHANGES_PER_VERSION,
    unit: 'changes',
    per: 'document',
    effect: 'a version is stored, unless the last one is younger than the next row says',
  },
  {
    subject: 'time between two versions that are stored while people write',
    value: limits.MINUTES_BETWEEN_VERSIONS,
    unit: 'minutes',
    per: 'document',
    effect: 'no version is stored before, unless people pause',
  },
  {
    subject: 'time without a change after which a version is stored by itself',
    value: limits.QUIET_VERSION_MINUTES,
    unit: 'minutes',
    per: 'document',
    effect: 'a version is stored',
  },
  { subject: 'named versions', value: limits.MAX_NAMED_VERSIONS, unit: 'versions', per: 'document', refusal: 'limit_reached' },
  { subject: 'name of a version', value: limits.MAX_VERSION_LABEL, unit: 'characters', per: 'request', refusal: 'invalid' },
];

/** Bounds of the answers about documents. */
const answerBounds: readonly Bound[] = [
  {
    subject: 'content of a document in one answer',
    value: limits.READ_CHARACTERS.max,
    unit: `characters, default ${limits.READ_CHARACTERS.default}`,
    per: 'request',
    effect: 'further blocks are left out, and next_block_id is the first of them',
  },
  {
    subject: 'differences in the answer of an edit',
    value: limits.MAX_EDIT_DIFF,
    unit: 'characters',
    per: 'request',
    effect: 'the diff ends there',
  },
  {
    subject: 'differences between two versions',
    value: limits.MAX_VERSION_DIFF,
    unit: 'characters',
    per: 'request',
    effect: 'the diff ends there',
  },
  {
    subject: 'changed blocks in the answer of an edit',
    value: limits.MAX_ANSWERED_BLOCKS,
    unit: 'blocks',
    per: 'request',
    effect: 'others are left out',
  },
  {
    subject: 'changed blocks in an event',
    value: limits.MAX_EVENT_BLOCKS,
    unit: 'blocks',
    per: 'document',
    effect: 'others are left out',
  },
  {
    subject: 'beginning of a document in events and lists',
    value: limits.DOCUMENT_EXCERPT_CHARACTERS,
    unit: 'characters',
    per: 'document',
    effect: 'the excerpt ends there',
  },
  { subject: 'documents that a search returns', value: limits.MAX_FOUND_DOCUMENTS, unit: 'documents', per: 'request', refusal: 'invalid' },
  {
    subject: 'newest matches among which a search finds the best',
    value: limits.MAX_RANKED_DOCUMENTS,
    unit: 'documents',
    per: 'request',
    effect: 'older matches are not found',
  },
  {
    subject: 'beginning of a document in which a search looks for the place of a word',
    value: limits.MAX_PLACED_CHARACTERS,
    unit: 'characters',
    per: 'document',
    effect: 'the snippet of a later word is the beginning of the document',
  },
];

/** Bounds of comments on documents. */
const commentBounds: readonly Bound[] = [
  {
    subject: 'comments with replies',
    value: limits.MAX_DOCUMENT_COMMENTS,
    unit: 'comments',
    per: 'document',
    refusal: 'limit_reached',
  },
  { subject: 'comment on a document', value: limits.MAX_DOCUMENT_COMMENT, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'text that a comment quotes', value: limits.MAX_COMMENT_QUOTE, unit: 'characters', per: 'request', refusal: 'invalid' },
];

/** Bounds of documents. */
export const documentBounds: readonly Bound[] = [
  { subject: 'documents, with those in the trash', value: limits.MAX_DOCUMENTS, unit: 'documents', per: 'Space', refusal: 'limit_reached' },
  { subject: 'title of a document', value: limits.MAX_DOCUMENT_TITLE, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'icon of a document', value: limits.MAX_DOCUMENT_ICON, unit: 'characters', per: 'request', refusal: 'invalid' },
  {
    subject: 'body with the text of a document',
    value: limits.MAX_DOCUMENT_BODY_BYTES,
    unit: 'bytes',
    per: 'request',
    refusal: 'too_large',
  },
  { subject: 'file that becomes a document', value: limits.MAX_IMPORT_BYTES, unit: 'bytes', per: 'request', refusal: 'invalid' },
  { subject: 'file of Word that becomes a document', value: limits.MAX_WORD_BYTES, unit: 'bytes', per: 'request', refusal: 'invalid' },
  { subject: 'parts of a file of Word, unpacked', value: limits.MAX_WORD_PARTS_BYTES, unit: 'bytes', per: 'request', refusal: 'invalid' },
  { subject: 'reading of a file of Word', value: limits.WORD_FILE_MS, unit: 'milliseconds', per: 'request', refusal: 'invalid' },
  {
    subject: 'files of Word that are read or wait',
    value: limits.MAX_WAITING_WORD_FILES.space,
    unit: 'files',
    per: 'Space',
    refusal: 'unavailable',
  },
  { subject: 'edits of one call', value: limits.MAX_DOCUMENT_EDITS, unit: 'edits', per: 'request', refusal: 'invalid' },
  {
    subject: 'text that an edit finds, and its replacement',
    value: limits.MAX_EDIT_TEXT,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  ...contentBounds,
  ...versionBounds,
  ...commentBounds,
  { subject: 'share links', value: limits.MAX_SHARE_LINKS_PER_DOCUMENT, unit: 'links', per: 'document', refusal: 'limit_reached' },
  ...answerBounds,
  { subject: 'processor time of the work on one text', value: limits.MAX_TEXT_CPU_MS, unit: 'ms', per: 'request', refusal: 'invalid' },
  {
    subject: 'work on one text on a busy machine',
    value: limits.MAX_TEXT_WALL_CLOCK_MS,
    unit: 'ms',
    per: 'request',
    refusal: 'unavailable',
  },
  { subject: 'memory of the work on one text', value: limits.MAX_TEXT_MEMORY_MB, unit: 'MB', per: 'request', refusal: 'invalid' },
  {
    subject: 'retention of documents in the trash',
    value: limits.DOCUMENT_TRASH_DAYS,
    unit: 'days',
    per: 'Space',
    effect: 'they are deleted for good',
  },
];
