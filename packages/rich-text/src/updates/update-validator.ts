import { UpdateValidator as CrdtValidator } from '@space/crdt';
import { richTextKind } from './rich-text-kind.ts';

/** A scratch copy of a document of rich text on which updates of clients are tried before they are stored. Its refusals are a RichTextError. */
export class UpdateValidator extends CrdtValidator {
  /** Takes the encoded state of a stored document. */
  constructor(state: Uint8Array) {
    super(richTextKind, state);
  }
}
