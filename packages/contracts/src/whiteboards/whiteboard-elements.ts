import { z } from 'zod';
import { distinctIds, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { BoardElement, ElementType } from '../whiteboard-elements/element.ts';
import { MAX_CALL_ELEMENTS } from '../whiteboard-elements/limits.ts';
import { ElementChange, NewElement } from '../whiteboard-elements/new-element.ts';
import { AddedElements, changeFields, takeBackChange } from './board-change.ts';
import { MAX_WHITEBOARD_BODY_BYTES } from './limits.ts';
import { boardDeadline, whiteboardId } from './whiteboard.ts';
import { whiteboardUpdated } from './whiteboards.events.ts';

const elementIds = distinctIds(id('element'), MAX_CALL_ELEMENTS, 'Ids of the elements');

/** The elements of a whiteboard: shapes, texts, connectors, drawings, pictures, frames and embeds. */
export const whiteboardElements = contract({
  name: 'whiteboard_elements',
  service: 'library',
  tag: 'Whiteboard elements',
  description: 'The elements of whiteboards. Their texts are words of others.',
  operations: {
    list: operation({
      summary: 'List the elements of a whiteboard',
      description: 'From the lowest to the highest, unless sort says otherwise.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/elements', status: 200 },
      tools: [{ name: 'list_whiteboard_elements', family: 'whiteboards', action: 'list_elements' }],
      input: z.strictObject({
        ...whiteboardId,
        type: ElementType.optional().describe('Only elements of this type'),
        frame_id: id('frame, or none for those in no frame').optional(),
        bbox: z
          .string()
          .regex(/^-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?){3}$/, 'must be x,y,width,height, such as 0,0,800,600')
          .max(100)
          .optional()
          .describe('Only elements that touch this rectangle: x,y,width,height'),
        search: z.string().max(200).optional().describe('Part of the text'),
        ids: z
          .string()
          .max(100 * 65)
          .optional()
          .describe('Only these elements: up to 100 ids with commas between them'),
        sort: sortBy(['index'], 'index'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(BoardElement),
      problems: ['unavailable'],
      ...boardDeadline,
    }),
    create: operation({
      summary: 'Add up to 100 elements to a whiteboard',
      description:
        'All or none. ref names an element, so that connectors and frame_ref of the same call can use it. Elements without x and y are placed where they cover nothing. Assets and things that they name must exist.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/elements', status: 201 },
      tools: [{ name: 'create_whiteboard_elements', family: 'whiteboards', action: 'create_elements' }],
      input: z.strictObject({
        ...whiteboardId,
        elements: z.array(NewElement).min(1).max(MAX_CALL_ELEMENTS).describe('New elements, the lowest first'),
      }),
      output: AddedElements,
      emits: [whiteboardUpdated],
      undo: takeBackChange,
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'too_large', 'unavailable'],
      max_body_bytes: MAX_WHITEBOARD_BODY_BYTES,
      ...boardDeadline,
      example: {
        id: 'wbd_01jd0000000000000000000000',
        elements: [
          { type: 'sticky', ref: 'a', text: 'Ask for the address' },
          { type: 'rectangle', ref: 'b', text: 'Form' },
          { type: 'connector', from: { ref: 'a' }, to: { ref: 'b' }, text: 'then' },
        ],
      },
    }),
    update_bulk: operation({
      summary: 'Change up to 100 elements of a whiteboard',
      description: 'Only the fields given change; two callers who change different fields of one element both succeed. All or none.',
      scope: 'whiteboards:write',
      route: { method: 'PATCH', path: '/whiteboards/:id/elements/bulk', status: 200 },
      tools: [{ name: 'update_whiteboard_elements', family: 'whiteboards', action: 'update_elements' }],
      input: z.strictObject({
        ...whiteboardId,
        elements: z
          .array(ElementChange)
          .min(1)
          .max(MAX_CALL_ELEMENTS)
          .refine((all) => new Set(all.map((one) => one.element_id)).size === all.length, 'must not have an element twice')
          .describe('Elements with the fields that change'),
      }),
      output: z.object({
        ...changeFields,
        elements: z.array(BoardElement),
        before: z.array(BoardElement).describe('The elements that changed, as they were before'),
      }),
      emits: [whiteboardUpdated],
      undo: takeBackChange,
      problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference', 'too_large', 'unavailable'],
      max_body_bytes: MAX_WHITEBOARD_BODY_BYTES,
      ...boardDeadline,
      example: {
        id: 'wbd_01jd0000000000000000000000',
        elements: [{ element_id: 'elm_01jd0000000000000000000000', text: 'Ask for the email', style: { fill_color: '#d3f9d8' } }],
      },
    }),
    delete_bulk: operation({
      summary: 'Delete up to 100 elements of a whiteboard',
      description:
        'Connectors that end at them are deleted, too. What is in a deleted frame stays, in the frame around that one or in none. All or none.',
      scope: 'whiteboards:write',
      allowed_when_full: true,
      route: { method: 'POST', path: '/whiteboards/:id/elements/bulk-delete', status: 200 },
      tools: [{ name: 'delete_whiteboard_elements', family: 'whiteboards', action: 'delete_elements' }],
      effects: ['destructive'],
      input: z.strictObject({ ...whiteboardId, element_ids: elementIds }),
      output: z.object({
        ...changeFields,
        deleted_ids: z.array(z.string()).describe('Ids of all deleted elements, with their connectors'),
      }),
      emits: [whiteboardUpdated],
      undo: takeBackChange,
      problems: ['not_found', 'conflict', 'unavailable'],
      ...boardDeadline,
    }),
  },
});
