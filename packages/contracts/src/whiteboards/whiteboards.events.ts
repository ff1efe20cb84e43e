import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';
import { inFolder, sampleFolder } from '../folders/folders.events.ts';
import { MAX_EVENT_ELEMENTS, MAX_EVENT_TEXTS } from './limits.ts';
import { boardActor } from './whiteboard.ts';

/** The data of every event about a whiteboard. */
export const aboutWhiteboard = {
  whiteboard_id: z.string(),
  whiteboard: z.string().describe('The title of the whiteboard'),
  version: z.int().describe('Number of its last change of elements'),
  path: z.string().describe('The path below /v1 that reads the whiteboard'),
  ...shownAssets,
  ...inFolder,
};

/** The data of every event about a whiteboard. */
export type WhiteboardEventData = z.input<z.ZodObject<typeof aboutWhiteboard>>;

/** The data of every event about a whiteboard, of an example. */
export const sampleWhiteboard = {
  whiteboard_id: 'wbd_01jd0000000000000000000000',
  whiteboard: 'Sign-up flow',
  version: 7,
  path: '/whiteboards/wbd_01jd0000000000000000000000',
  asset_ids: [],
  ...sampleFolder,
};

/** The group and the filters of events about whiteboards. */
export const ofWhiteboard = {
  group: 'whiteboards',
  filters: ['whiteboard_id', 'folder_id', 'folder_ids'],
  shown_by: { kind: 'whiteboard', id: 'whiteboard_id' },
} as const;

/** A whiteboard was created. */
export const whiteboardCreated = eventType({
  type: 'whiteboard_created',
  label: 'Whiteboard created',
  data: z.object({ ...aboutWhiteboard, elements_count: z.int() }),
  sample: { ...sampleWhiteboard, version: 1, elements_count: 0 },
  ...ofWhiteboard,
});

/** The elements, the title, the background or the lock of a whiteboard changed. Changes of people who draw together come as one event. */
export const whiteboardUpdated = eventType({
  type: 'whiteboard_updated',
  label: 'Whiteboard updated',
  data: z.object({
    ...aboutWhiteboard,
    changed: z.array(z.string()).describe('elements, title, background or is_locked'),
    previous_version: z.int().describe('Number of the change before; equal to version if no element changed'),
    added: z.int().describe('Elements that were added'),
    updated: z.int().describe('Elements that changed'),
    removed: z.int().describe('Elements that were deleted'),
    element_ids: z.array(z.string()).max(MAX_EVENT_ELEMENTS).describe(`The first ${MAX_EVENT_ELEMENTS} of these elements`),
    texts: z.array(z.string()).max(MAX_EVENT_TEXTS).describe(`The first ${MAX_EVENT_TEXTS} texts that are new, words of others`),
    editors: z.array(boardActor).describe('Everyone whose changes it has'),
  }),
  sample: {
    ...sampleWhiteboard,
    changed: ['elements'],
    previous_version: 6,
    added: 1,
    updated: 0,
    removed: 0,
    element_ids: ['elm_01jd0000000000000000000000'],
    texts: ['Ask for the address'],
    editors: [{ kind: 'agent' as const, id: 'agt_01jd0000000000000000000000', name: 'Concierge' }],
  },
  ...ofWhiteboard,
});

/** A whiteboard is in another folder. */
export const whiteboardMoved = eventType({
  type: 'whiteboard_moved',
  label: 'Whiteboard moved',
  data: z.object({ ...aboutWhiteboard, from_folder_id: z.string().nullable().describe('The folder before the move') }),
  sample: { ...sampleWhiteboard, from_folder_id: null },
  ...ofWhiteboard,
});

/** A version of a whiteboard got a name, another one or none. */
export const whiteboardVersionNamed = eventType({
  type: 'whiteboard_version_named',
  label: 'Version of a whiteboard named',
  data: z.object({
    ...aboutWhiteboard,
    named_version: z.int().describe('Number of the version with the name'),
    label: z.string().nullable().describe('The name; null if it was taken away'),
  }),
  sample: { ...sampleWhiteboard, named_version: 7, label: 'After the workshop' },
  ...ofWhiteboard,
});

/** The rule of a filter by people and agents that are mentioned. */
const mentionedId = {
  text: z.string().regex(/^(?:con|agt)_/, 'must be the id of a contact (con_…) or of an agent (agt_…)'),
  ignores_case: false,
};

/** The filters of events of comments, which mention people and agents. */
export const ofBoardMentions = {
  group: 'whiteboards',
  filters: ['whiteboard_id', 'folder_id', 'folder_ids', 'mentioned_ids'],
  filter_rules: { mentioned_ids: mentionedId },
  shown_by: ofWhiteboard.shown_by,
} as const;

/** A comment on a whiteboard mentions people or agents that it did not mention before. */
export const whiteboardMentioned = eventType({
  type: 'whiteboard_mentioned',
  label: 'Mentioned on a whiteboard',
  data: z.object({
    ...aboutWhiteboard,
    mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents'),
    element_id: z.string().nullable().describe('The element that the comment is about'),
    comment_id: z.string(),
  }),
  sample: {
    ...sampleWhiteboard,
    mentioned_ids: ['con_01jd0000000000000000000000'],
    element_id: 'elm_01jd0000000000000000000000',
    comment_id: 'wcm_01jd0000000000000000000000',
  },
  ...ofBoardMentions,
});

/** A whiteboard was moved to the trash, or deleted for good. */
export const whiteboardDeleted = eventType({
  type: 'whiteboard_deleted',
  label: 'Whiteboard deleted',
  data: z.object({ ...aboutWhiteboard, permanent: z.boolean() }),
  sample: { ...sampleWhiteboard, permanent: false },
  ...ofWhiteboard,
});

/** A whiteboard was taken out of the trash. */
export const whiteboardRestored = eventType({
  type: 'whiteboard_restored',
  label: 'Whiteboard restored',
  data: z.object(aboutWhiteboard),
  sample: sampleWhiteboard,
  ...ofWhiteboard,
});
