import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { folderId, folderPath } from '../folders/folder.ts';
import { elementTypes } from '../whiteboard-elements/element.ts';
import { MAX_BOARD_WALL_CLOCK_MS, MAX_WHITEBOARD_TITLE, WHITEBOARD_EXCERPT_CHARACTERS } from './limits.ts';

/** The id of a whiteboard in a path. */
export const whiteboardId = { id: id('whiteboard') };

/** The number of a version of the elements of a whiteboard. */
export const boardVersion = z.int().min(1).max(1_000_000_000);

/** The deadline of a call that works on whiteboards, in milliseconds. */
export const boardDeadline = { deadline_ms: MAX_BOARD_WALL_CLOCK_MS + 15_000 };

/** The folder of a whiteboard: by id, or by a path whose missing folders are created. */
export const boardPlaceFields = { folder_id: folderId.optional(), folder_path: folderPath.optional() };

/** The fields of a whiteboard that callers set, besides its folder and its elements. */
export const whiteboardFields = {
  title: nonEmptyLine(MAX_WHITEBOARD_TITLE).describe('Title of the whiteboard'),
  background: z.enum(['plain', 'dots', 'grid']).describe('Pattern of the ground'),
  is_locked: z.boolean().describe('True if its elements cannot be changed'),
};

/** The actor of a change. */
export const boardActor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** The smallest rectangle around elements, in pixels. */
export const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A whiteboard without its elements. */
export const Whiteboard = z
  .object({
    ...resource,
    title: z.string(),
    background: whiteboardFields.background,
    version: z.int().describe('Number of the last change of its elements, 1 for the first'),
    folder_id: z.string().nullable(),
    folder_path: z.string().nullable().describe('The names of its folders, such as Brand/Boards; null for none'),
    is_locked: z.boolean().describe('True if its elements cannot be changed'),
    elements_count: z.int(),
    counts: z.partialRecord(z.enum(elementTypes), z.int()).describe('Elements of each type'),
    bounds: Bounds.nullable().describe('The rectangle around all elements; null without any'),
    excerpt: z.string().describe(`The first ${WHITEBOARD_EXCERPT_CHARACTERS} characters of its texts, words of others`),
    created_by: boardActor,
    edited_by: boardActor.describe('The actor of the last change of its elements'),
    edited_at: timestamp.describe('The time of the last change of its elements'),
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Whiteboard' });

/** A whiteboard without its elements. */
export type Whiteboard = z.output<typeof Whiteboard>;

/** The fields of a whiteboard that an update can set. */
export const WhiteboardValues = z.object({ ...whiteboardFields, folder_id: folderId });
