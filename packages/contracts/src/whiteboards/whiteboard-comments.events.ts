import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { aboutWhiteboard, ofBoardMentions, sampleWhiteboard } from './whiteboards.events.ts';

const aboutComment = {
  ...aboutWhiteboard,
  comment_id: z.string(),
  parent_id: z.string().nullable().describe('The first comment of its thread; null for that one'),
  body: z.string().describe('Words of others'),
  element_id: z.string().nullable().describe('The element that the thread is about'),
  mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the comment mentions'),
};

const sample = {
  ...sampleWhiteboard,
  comment_id: 'wcm_01jd0000000000000000000000',
  parent_id: null,
  body: 'Is this step needed? [@Ada](space:contact/con_01jd0000000000000000000000)',
  element_id: 'elm_01jd0000000000000000000000',
  mentioned_ids: ['con_01jd0000000000000000000000'],
};

/** A comment on a whiteboard was written, or its text changed. */
export const whiteboardCommented = eventType({
  type: 'whiteboard_commented',
  label: 'Comment on a whiteboard',
  data: z.object({ ...aboutComment, edited: z.boolean().describe('True if the text of a comment changed') }),
  sample: { ...sample, edited: false },
  ...ofBoardMentions,
});

/** A thread of comments was resolved, or opened again. */
export const whiteboardCommentResolved = eventType({
  type: 'whiteboard_comment_resolved',
  label: 'Comment on a whiteboard resolved',
  data: z.object({ ...aboutComment, resolved: z.boolean().describe('False if it was opened again') }),
  sample: { ...sample, resolved: true },
  ...ofBoardMentions,
});

/** A comment on a whiteboard was deleted, the first one of a thread with its replies. */
export const whiteboardCommentDeleted = eventType({
  type: 'whiteboard_comment_deleted',
  label: 'Comment on a whiteboard deleted',
  data: z.object({ ...aboutComment, deleted_replies: z.int().describe('Replies that were deleted with it') }),
  sample: { ...sample, deleted_replies: 0 },
  ...ofBoardMentions,
});
