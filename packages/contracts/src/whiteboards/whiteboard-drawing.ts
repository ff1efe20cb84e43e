import { z } from 'zod';
import { distinctIds, id, jsonObject, line, nonEmptyLine } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { BoardElement } from '../whiteboard-elements/element.ts';
import { MAX_BOARD_ELEMENTS, MAX_CALL_ELEMENTS } from '../whiteboard-elements/limits.ts';
import { elementRef } from '../whiteboard-elements/new-element.ts';
import { AddedElements, changeFields, takeBackChange } from './board-change.ts';
import { ARRANGE_GAP, MAX_DIAGRAM, MAX_DIAGRAM_LABEL, MAX_PICTURE_SCALE, MAX_PICTURE_SIDE, MAX_WHITEBOARD_BODY_BYTES } from './limits.ts';
import { boardDeadline, boardVersion, whiteboardId } from './whiteboard.ts';
import { whiteboardUpdated } from './whiteboards.events.ts';

const label = line(MAX_DIAGRAM_LABEL);

/** A node of a diagram. */
export const DiagramNode = z.strictObject({
  ref: elementRef.describe('A name that edges use'),
  label: label.default('').describe('Text of the node'),
  shape: z.enum(['rectangle', 'ellipse', 'diamond', 'sticky']).default('rectangle').describe('Type of its element'),
});

/** An edge of a diagram. */
export const DiagramEdge = z.strictObject({
  from: elementRef.describe('ref of the node at its start'),
  to: elementRef.describe('ref of the node at its end'),
  label: label.default('').describe('Text on the edge'),
});

/** The operations that draw, arrange and picture the elements of a whiteboard. */
export const whiteboardDrawingOperations = {
  diagram: operation({
    summary: 'Draw a diagram from nodes and edges',
    description: 'Adds a frame with one shape for each node and one connector for each edge, laid out so that no two nodes overlap.',
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/:id/diagram', status: 201 },
    tools: [{ name: 'create_whiteboard_diagram', family: 'whiteboards', action: 'diagram' }],
    input: z.strictObject({
      ...whiteboardId,
      title: nonEmptyLine(MAX_DIAGRAM_LABEL).default('Diagram').describe('Title of the frame'),
      nodes: z.array(DiagramNode).min(1).max(MAX_DIAGRAM.nodes).describe('Nodes, each an element'),
      edges: z.array(DiagramEdge).max(MAX_DIAGRAM.edges).default([]).describe('Edges, each a connector'),
      direction: z.enum(['down', 'right', 'up', 'left']).default('down').describe('The way in which edges lead'),
    }),
    output: AddedElements.extend({ frame_id: z.string() }),
    emits: [whiteboardUpdated],
    undo: takeBackChange,
    problems: ['conflict', 'limit_reached', 'unavailable'],
    ...boardDeadline,
    example: {
      id: 'wbd_01jd0000000000000000000000',
      title: 'Sign-up flow',
      nodes: [
        { ref: 'start', label: 'Visitor', shape: 'ellipse' },
        { ref: 'form', label: 'Fills in the form' },
      ],
      edges: [{ from: 'start', to: 'form', label: 'clicks' }],
    },
  }),
  arrange: operation({
    summary: 'Arrange elements of a whiteboard',
    description:
      'Moves them so that none of them overlap: in a grid, in rows, or in layers along their connectors. The first one stays where it is. Locked ones do not move, and others may lie over them.',
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/:id/arrange', status: 200 },
    tools: [{ name: 'arrange_whiteboard', family: 'whiteboards', action: 'arrange' }],
    input: z.strictObject({
      ...whiteboardId,
      element_ids: distinctIds(id('element'), MAX_CALL_ELEMENTS, 'Ids of the elements'),
      layout: z.enum(['grid', 'rows', 'layers']).default('grid').describe('layers follow the connectors'),
      gap: z.number().min(0).max(ARRANGE_GAP.max).default(ARRANGE_GAP.default).describe('Pixels between two elements'),
    }),
    output: z.object({ ...changeFields, elements: z.array(BoardElement).describe('The elements that moved') }),
    emits: [whiteboardUpdated],
    undo: takeBackChange,
    problems: ['conflict', 'limit_reached', 'unresolved_reference', 'too_large', 'unavailable'],
    ...boardDeadline,
    example: { id: 'wbd_01jd0000000000000000000000', element_ids: ['elm_01jd0000000000000000000000'], layout: 'grid' },
  }),
  export: operation({
    summary: 'Export a whiteboard as a picture or a file',
    description: `As svg, png, excalidraw, jsoncanvas or text. A side of a picture has at most ${MAX_PICTURE_SIDE} pixels; a larger one is 413: choose a smaller scale or one frame. A PNG of at most 1 MB is a picture in the result of the tool. Pictures on the whiteboard are in svg, png and excalidraw without assets:read, as for people with whom it is shared.`,
    scope: 'whiteboards:read',
    route: { method: 'GET', path: '/whiteboards/:id/export', status: 200 },
    tools: [{ name: 'export_whiteboard', family: 'whiteboards', action: 'export' }],
    input: z.strictObject({
      ...whiteboardId,
      format: z.enum(['svg', 'png', 'excalidraw', 'jsoncanvas', 'text']).default('png').describe('Form of the file'),
      frame_id: id('frame; only what is in it').optional(),
      scale: z.number().min(0.1).max(MAX_PICTURE_SCALE).default(1).describe('Factor of the size of a picture'),
      version: boardVersion.optional().describe('Number of a former version'),
    }),
    output: z.object({
      name: z.string().describe('File name with its ending'),
      media_type: z.string(),
      encoding: z.enum(['utf8', 'base64']).describe('base64 for png'),
      content: z.string().describe('The file, words of others'),
      width: z.int().nullable().describe('Pixels of a picture; null for other files'),
      height: z.int().nullable(),
    }),
    download: { media_type: 'application/octet-stream', field: 'content', encoding_field: 'encoding' },
    problems: ['gone', 'too_large', 'unavailable'],
    ...boardDeadline,
  }),
  import: operation({
    summary: 'Import a drawing into a whiteboard',
    description: `Reads an Excalidraw file or a JSON Canvas file of at most ${MAX_BOARD_ELEMENTS} elements. Elements without a form here are left out and named in warnings. With asset_id the key also needs assets:read.`,
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/:id/import', status: 200 },
    tools: [{ name: 'import_whiteboard', family: 'whiteboards', action: 'import' }],
    input: z.strictObject({
      ...whiteboardId,
      format: z.enum(['excalidraw', 'jsoncanvas']).describe('Form of the file'),
      content: jsonObject.optional().describe('The content of the file; or send asset_id'),
      asset_id: id('asset with the file, in place of content').optional(),
      mode: z.enum(['add', 'replace']).default('add').describe('replace deletes all former elements'),
    }),
    output: z.object({
      ...changeFields,
      added: z.int().describe('Elements that were added'),
      removed: z.int().describe('Elements that were deleted'),
      warnings: z.array(z.string()).describe('Parts of the file that the whiteboard lacks'),
    }),
    emits: [whiteboardUpdated],
    undo: takeBackChange,
    effects: ['destructive'],
    problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unavailable'],
    needs_scopes: true,
    max_body_bytes: MAX_WHITEBOARD_BODY_BYTES,
    ...boardDeadline,
    example: {
      id: 'wbd_01jd0000000000000000000000',
      format: 'jsoncanvas',
      content: { nodes: [{ id: 'a', type: 'text', x: 0, y: 0, width: 200, height: 80, text: 'Idea' }], edges: [] },
    },
  }),
  revert: operation({
    summary: 'Take back a change of a whiteboard, or go back to a version',
    description:
      'only=change takes back the change that made the version and leaves later ones. only=all makes the elements what they were in the version.',
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/:id/revert', status: 200 },
    tools: [{ name: 'revert_whiteboard', family: 'whiteboards', action: 'revert' }],
    input: z.strictObject({
      ...whiteboardId,
      version: boardVersion.describe('Number of the version'),
      only: z.enum(['change', 'all']).default('change').describe('change: that one change; all: all changes after the version'),
    }),
    output: z.object({ ...changeFields, added: z.int(), updated: z.int(), removed: z.int() }),
    emits: [whiteboardUpdated],
    undo: takeBackChange,
    problems: ['conflict', 'gone', 'limit_reached', 'unavailable'],
    ...boardDeadline,
    example: { id: 'wbd_01jd0000000000000000000000', version: 7 },
  }),
};
