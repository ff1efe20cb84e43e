import { assetBounds } from '../assets/bounds.ts';
import { commerceBounds } from '../commerce/bounds.ts';
import { contactBounds } from '../contacts/bounds.ts';
import type { Bound } from '../core/bound.ts';
import { coreBounds } from '../core/bounds.ts';
import { documentBounds } from '../documents/bounds.ts';
import { eventBounds } from '../events/bounds.ts';
import { folderBounds } from '../folders/bounds.ts';
import { integrationBounds } from '../integrations/bounds.ts';
import { liveBounds } from '../live/bounds.ts';
import { peopleBounds } from '../people/bounds.ts';
import { platformBounds } from '../platform/bounds.ts';
import { publishingBounds } from '../publishing/bounds.ts';
import { schedulingBounds } from '../scheduling/bounds.ts';
import { tableBounds } from '../tables/bounds.ts';
import { uploadBounds } from '../uploads/bounds.ts';
import { whiteboardElementBounds } from '../whiteboard-elements/bounds.ts';
import { whiteboardBounds } from '../whiteboards/bounds.ts';
import { workBounds } from '../work/bounds.ts';

/** Every bound of the product, by domain. `npm run limits` writes docs/limits.md from it. */
export const bounds: Readonly<Record<string, readonly Bound[]>> = {
  core: coreBounds,
  platform: platformBounds,
  people: peopleBounds,
  contacts: contactBounds,
  tables: tableBounds,
  publishing: publishingBounds,
  scheduling: schedulingBounds,
  events: eventBounds,
  integrations: integrationBounds,
  work: workBounds,
  folders: folderBounds,
  assets: assetBounds,
  uploads: uploadBounds,
  documents: documentBounds,
  live: liveBounds,
  whiteboards: whiteboardBounds,
  'whiteboard-elements': whiteboardElementBounds,
  commerce: commerceBounds,
};
