import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { ActorKind } from '../core/actor.ts';
import { eventType } from '../core/event.ts';
import { inFolder, sampleFolder } from '../folders/folders.events.ts';
import { ChangedBlock } from './document.ts';
import { DOCUMENT_EXCERPT_CHARACTERS, MAX_EVENT_BLOCKS } from './limits.ts';

/** The data of every event about a document. */
export const aboutDocument = {
  document_id: z.string(),
  document: z.string().describe('The title of the document'),
  version: z.int().describe('Number of its content'),
  url: z.string().nullable().describe('Public address; null unless it is published'),
  path: z.string().describe('The path below /v1 that reads the document'),
  ...shownAssets,
  ...inFolder,
};

/** The data of every event about a document. */
export type DocumentEventData = z.input<z.ZodObject<typeof aboutDocument>>;

/** The data of every event about a document, of an example. */
export const sampleDocument = {
  document_id: 'doc_01jd0000000000000000000000',
  document: 'Launch plan',
  version: 7,
  url: null,
  path: '/documents/doc_01jd0000000000000000000000',
  asset_ids: [],
  ...sampleFolder,
};

/** The group and the filters of events about documents. */
export const ofDocument = {
  group: 'documents',
  filters: ['document_id', 'folder_id', 'folder_ids'],
  shown_by: { kind: 'document', id: 'document_id' },
} as const;

/** The rule of a filter by people and agents that are mentioned. */
const mentionedId = {
  text: z.string().regex(/^(?:con|agt)_/, 'must be the id of a contact (con_…) or of an agent (agt_…)'),
  ignores_case: false,
};

const excerpt = z.string().describe(`The first ${DOCUMENT_EXCERPT_CHARACTERS} characters of its text, words of others`);

/** A document was created. */
export const documentCreated = eventType({
  type: 'document_created',
  label: 'Document created',
  data: z.object({ ...aboutDocument, excerpt }),
  sample: { ...sampleDocument, version: 1, excerpt: 'We launch in May.' },
  ...ofDocument,
});

/** The content, the title, the icon or the lock of a document changed. Changes of people who write together come as one event. */
export const documentUpdated = eventType({
  type: 'document_updated',
  label: 'Document updated',
  data: z.object({
    ...aboutDocument,
    changed: z.array(z.string()).describe('content, title, icon or is_locked'),
    previous_version: z.int().describe('Number of the content before; equal to version if it did not change'),
    changed_blocks: z.array(ChangedBlock).max(MAX_EVENT_BLOCKS).describe(`The first ${MAX_EVENT_BLOCKS} blocks that changed`),
    characters_added: z.int(),
    characters_removed: z.int(),
    editors: z.array(z.object({ kind: ActorKind, id: z.string(), name: z.string() })).describe('Everyone whose changes it has'),
    excerpt,
  }),
  sample: {
    ...sampleDocument,
    changed: ['content'],
    previous_version: 6,
    changed_blocks: [{ block_id: 'blk_01jd0000000000000000000000', type: 'paragraph', change: 'updated' as const }],
    characters_added: 12,
    characters_removed: 0,
    editors: [{ kind: 'agent' as const, id: 'agt_01jd0000000000000000000000', name: 'Concierge' }],
    excerpt: 'We launch in May.',
  },
  ...ofDocument,
});

/** A document is in another folder. */
export const documentMoved = eventType({
  type: 'document_moved',
  label: 'Document moved',
  data: z.object({ ...aboutDocument, from_folder_id: z.string().nullable().describe('The folder before the move') }),
  sample: { ...sampleDocument, from_folder_id: null },
  ...ofDocument,
});

/** A version of a document got a name, another one or none. */
export const documentVersionNamed = eventType({
  type: 'document_version_named',
  label: 'Version of a document named',
  data: z.object({
    ...aboutDocument,
    named_version: z.int().describe('Number of the version with the name'),
    label: z.string().nullable().describe('The name; null if it was taken away'),
  }),
  sample: { ...sampleDocument, named_version: 7, label: 'Sent to the printer' },
  ...ofDocument,
});

/** The filters of events that mention people and agents. */
export const ofMentions = {
  group: 'documents',
  filters: ['document_id', 'folder_id', 'folder_ids', 'mentioned_ids'],
  filter_rules: { mentioned_ids: mentionedId },
  shown_by: ofDocument.shown_by,
} as const;

/** The text of a document, or a comment on it, mentions people or agents that it did not mention before. */
export const documentMentioned = eventType({
  type: 'document_mentioned',
  label: 'Mentioned in a document',
  data: z.object({
    ...aboutDocument,
    mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents'),
    block_id: z.string().nullable().describe('The block with the first mention, or that of the comment'),
    comment_id: z.string().nullable().describe('The comment with the mention; null for one in the text'),
  }),
  sample: {
    ...sampleDocument,
    mentioned_ids: ['con_01jd0000000000000000000000'],
    block_id: 'blk_01jd0000000000000000000000',
    comment_id: null,
  },
  ...ofMentions,
});

/** A document was moved to the trash, or deleted for good. */
export const documentDeleted = eventType({
  type: 'document_deleted',
  label: 'Document deleted',
  data: z.object({
    ...aboutDocument,
    permanent: z.boolean(),
    was_published: z.boolean().describe('true if visitors saw it until then'),
  }),
  sample: { ...sampleDocument, permanent: false, was_published: false },
  ...ofDocument,
});

/** A document was taken out of the trash. */
export const documentRestored = eventType({
  type: 'document_restored',
  label: 'Document restored',
  data: z.object(aboutDocument),
  sample: sampleDocument,
  ...ofDocument,
});
