import * as Y from 'yjs';
import { checkSize } from '../document/check-size.ts';
import { loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { childrenOf, isElement } from '../document/yjs-node.ts';
import { FRAGMENT_NAME, MAX_STATE_BYTES, nodeDefinition } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { validateEncoding } from './decode-update.ts';
import { validateNewItems } from './validate-new-items.ts';
import { validateAttributes, validateChildren, validateSubtree } from './validate-tree.ts';

/**
 * A scratch copy of a document on which updates of clients are tried before they are stored.
 *
 * An update is refused if it is too large, is broken, needs a predecessor that is not there, or makes a node, mark or
 * attribute that the schema does not have. Nodes of unknown types that the document already has are no fault of an update.
 * An update that was there before changes nothing. After a refusal the copy is made again from the last valid state, so a
 * refused update leaves no trace. The work is bounded by the limits of `validateEncoding`, but a crafted update may take
 * seconds of them: callers run this in a worker with a deadline.
 */
export class UpdateValidator {
  #state: Uint8Array;
  #accepted: Uint8Array[] = [];
  #doc: Y.Doc;

  /** Takes the encoded state of a stored document. */
  constructor(state: Uint8Array) {
    this.#state = state;
    this.#doc = loadDocument(state);
  }

  /** Accepts an update, or throws a RichTextError: `too_large`, `invalid` or `invalid_update`. Returns false if it changes nothing. */
  accept(update: Uint8Array): boolean {
    validateEncoding(update);
    let isChanged = false;
    const changed: Y.Transaction[] = [];
    const noteChange = (transaction: Y.Transaction) => changed.push(transaction);
    const noteUpdate = () => {
      isChanged = true;
    };
    this.#doc.on('afterTransaction', noteChange);
    this.#doc.on('update', noteUpdate);
    try {
      this.#apply(update);
      for (const transaction of changed) validateTransaction(transaction);
      if (isChanged) this.#checkWhole();
    } catch (error) {
      this.#reset();
      // Nodes that are nested too deeply for the stack are hostile input, no fault of this process.
      throw error instanceof RangeError ? new RichTextError('invalid_update', 'The update is nested too deeply.') : error;
    } finally {
      this.#doc.off('afterTransaction', noteChange);
      this.#doc.off('update', noteUpdate);
    }
    if (isChanged) this.#remember(update);
    return isChanged;
  }

  /** Applies an update that is stored, without a check. */
  follow(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update);
    this.#remember(update);
  }

  /** The document with all updates so far, for readers. */
  get document(): Y.Doc {
    return this.#doc;
  }

  /** The bytes from which the document was read. */
  get bytes(): number {
    return this.#state.length + this.#accepted.reduce((sum, update) => sum + update.length, 0);
  }

  /** Returns the encoded state with all updates that were accepted. */
  encode(): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc);
  }

  #apply(update: Uint8Array): void {
    try {
      Y.applyUpdate(this.#doc, update);
    } catch {
      throw new RichTextError('invalid_update', 'The update cannot be applied; load the document again.');
    }
    const { pendingStructs, pendingDs } = this.#doc.store;
    if (pendingStructs !== null || pendingDs !== null) {
      throw new RichTextError(
        'invalid_update',
        'The update needs another one that is not there; send all changes since the state that you have.',
      );
    }
    if ([...this.#doc.share.keys()].some((name) => name !== FRAGMENT_NAME)) {
      throw new RichTextError('invalid_update', 'The update writes outside of the document.');
    }
  }

  #checkWhole(): void {
    checkSize(readBlocks(this.#doc));
    if (this.bytes > MAX_STATE_BYTES && this.encode().length > MAX_STATE_BYTES) {
      throw new RichTextError('too_large', `A document has at most ${MAX_STATE_BYTES} bytes with its history; make a copy of it.`);
    }
  }

  #remember(update: Uint8Array): void {
    this.#accepted.push(update);
    if (this.#accepted.length < maxAccepted) return;
    this.#state = this.encode();
    this.#accepted = [];
  }

  #reset(): void {
    this.#doc = loadDocument(this.#state);
    for (const update of this.#accepted) Y.applyUpdate(this.#doc, update);
  }
}

/** After so many updates they are joined to a state, so that a refusal does not apply all of them again. */
const maxAccepted = 100;

/**
 * Validates what a transaction changed: the changed attributes and the children of nodes that were there before, and all that
 * is in new nodes. In a node of an unknown type only new nodes have to be known.
 */
function validateTransaction(transaction: Y.Transaction): void {
  validateNewItems(transaction);
  for (const [changed, names] of transaction.changed) {
    const type = changed as unknown;
    if (!(type instanceof Y.XmlFragment) || type._item?.deleted === true) continue;
    if (type instanceof Y.XmlElement && nodeDefinition(type.nodeName)) validateAttributes(type, names);
    validateChildren(type);
    for (const { child } of childrenOf(type)) {
      const { client, clock } = child._item!.id;
      if (isElement(child) && clock >= (transaction.beforeState.get(client) ?? 0)) validateSubtree(child);
    }
  }
}
