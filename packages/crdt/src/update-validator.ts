import * as Y from 'yjs';
import type { CheckTransactions, CrdtKind } from './crdt-kind.ts';
import { validateEncoding } from './decode-update.ts';
import { openDocument } from './open-document.ts';

/** After so many updates they are joined to a state, so that a refusal does not apply all of them again. */
const maxAccepted = 100;

/**
 * A scratch copy of a document on which updates of clients are tried before they are stored.
 *
 * An update is refused if it is too large, is broken, needs a predecessor that is not there, or does not pass the check of its kind.
 * An update that was there before changes nothing. After a refusal the copy is made again from the last valid state, so a
 * refused update leaves no trace. The work is bounded by the limits of `validateEncoding`, but a crafted update may take
 * seconds of them: callers run this in a worker with a deadline.
 */
export class UpdateValidator {
  readonly #kind: CrdtKind;
  #state: Uint8Array;
  #accepted: Uint8Array[] = [];
  #doc: Y.Doc;
  #check: CheckTransactions;

  /** Takes the encoded state of a stored document. */
  constructor(kind: CrdtKind, state: Uint8Array) {
    this.#kind = kind;
    this.#state = state;
    this.#doc = openDocument(kind, state);
    this.#check = kind.createCheck(this.#doc);
  }

  /** Accepts an update, or throws a refusal: `too_large`, `invalid` or `invalid_update`. Returns false if it changes nothing. */
  accept(update: Uint8Array): boolean {
    validateEncoding(this.#kind, update);
    let isChanged = false;
    const transactions: Y.Transaction[] = [];
    const noteTransaction = (transaction: Y.Transaction) => transactions.push(transaction);
    const noteUpdate = () => {
      isChanged = true;
    };
    this.#doc.on('afterTransaction', noteTransaction);
    this.#doc.on('update', noteUpdate);
    try {
      this.#apply(update);
      if (isChanged) {
        this.#check(transactions);
        this.#checkBytes(update);
      }
    } catch (error) {
      this.#reset();
      // Nodes that are nested too deeply for the stack are hostile input, no fault of this process.
      throw error instanceof RangeError ? new this.#kind.Refusal('invalid_update', 'The update is nested too deeply.') : error;
    } finally {
      this.#doc.off('afterTransaction', noteTransaction);
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
    const { Refusal, noun, roots } = this.#kind;
    try {
      Y.applyUpdate(this.#doc, update);
    } catch {
      throw new Refusal('invalid_update', `The update cannot be applied; load the ${noun} again.`);
    }
    const { pendingStructs, pendingDs } = this.#doc.store;
    if (pendingStructs !== null || pendingDs !== null) {
      throw new Refusal(
        'invalid_update',
        'The update needs another one that is not there; send all changes since the state that you have.',
      );
    }
    if ([...this.#doc.share.keys()].some((name) => !Object.hasOwn(roots, name))) {
      throw new Refusal('invalid_update', `The update writes outside of the ${noun}.`);
    }
  }

  #checkBytes(update: Uint8Array): void {
    const { Refusal, noun, limits } = this.#kind;
    if (this.bytes + update.length > limits.state_bytes && this.encode().length > limits.state_bytes) {
      throw new Refusal('too_large', `A ${noun} has at most ${limits.state_bytes} bytes with its history; make a copy of it.`);
    }
  }

  #remember(update: Uint8Array): void {
    this.#accepted.push(update);
    if (this.#accepted.length < maxAccepted) return;
    this.#state = this.encode();
    this.#accepted = [];
  }

  #reset(): void {
    this.#doc = openDocument(this.#kind, this.#state);
    for (const update of this.#accepted) Y.applyUpdate(this.#doc, update);
    this.#check = this.#kind.createCheck(this.#doc);
  }
}
