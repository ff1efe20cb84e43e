import { FRAGMENT_NAME, SCHEMA_VERSION } from '@space/rich-text/schema';
import type * as Y from 'yjs';
import { type LiveContent, type LiveOptions, openLiveContent } from '../live-editing/live-content.ts';
import { foreignChange } from './model/foreign-parts.ts';

/** A document that is shared with the service and other people. */
export interface LiveDocument extends LiveContent {
  readonly fragment: Y.XmlFragment;
}

/** Opens a document live. The content ends live editing before the editor reads a part that it does not know. */
export function openLiveDocument(options: LiveOptions): LiveDocument {
  const live = openLiveContent(
    { root: FRAGMENT_NAME, version: SCHEMA_VERSION, isForeign: (change) => foreignChange(change) !== undefined },
    options,
  );
  return { ...live, fragment: live.doc.getXmlFragment(FRAGMENT_NAME) };
}
