import * as Y from 'yjs';

/**
 * Knows which changes of this editor the service has confirmed. A confirmation is a state vector, which says nothing of deletions: a deletion
 * is confirmed by a later insertion of this editor that is stored, or by a state of the service that has the deletion.
 */
export class SaveState {
  readonly #doc: Y.Doc;
  /** The clock that this editor had after its last insertion that is not confirmed. */
  #inserted: number | undefined;
  /** The clock that this editor had at its last deletion that is not confirmed. */
  #deleted: number | undefined;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** True while something of this editor is not confirmed. */
  get isUnsaved(): boolean {
    return this.#inserted !== undefined || this.#deleted !== undefined;
  }

  /** True if only deletions are not confirmed, so that no confirmation may come for them. */
  get hasOnlyDeletions(): boolean {
    return this.#inserted === undefined && this.#deleted !== undefined;
  }

  /** Records a change of this editor. */
  record(update: Uint8Array): void {
    const clock = Y.getState(this.#doc.store, this.#doc.clientID);
    const { structs, ds } = Y.decodeUpdate(update);
    if (structs.length > 0) this.#inserted = clock;
    if (ds.clients.size > 0) this.#deleted = clock;
  }

  /** Records a confirmation of the service. */
  confirm(vector: Uint8Array): void {
    const stored = Y.decodeStateVector(vector).get(this.#doc.clientID) ?? 0;
    if (this.#inserted !== undefined && stored >= this.#inserted) this.#inserted = undefined;
    if (this.#deleted !== undefined && stored > this.#deleted) this.#deleted = undefined;
  }

  /** Records the answer of the service to a step 1, which has all deletions that it knows. */
  compareDeletions(update: Uint8Array): void {
    if (!this.hasOnlyDeletions) return;
    const own = Y.createDeleteSetFromStructStore(this.#doc.store);
    if (isWithin(own, Y.decodeUpdate(update).ds)) this.#deleted = undefined;
  }
}

type Deletions = ReturnType<typeof Y.createDeleteSetFromStructStore>;

/** Returns true if one set of deletions has all of another one. */
function isWithin(part: Deletions, whole: Deletions): boolean {
  for (const [client, items] of part.clients) {
    const others = (whole.clients.get(client) ?? []).toSorted((one, other) => one.clock - other.clock);
    for (const { clock, len } of items) {
      let at = clock;
      for (const other of others) if (other.clock <= at && other.clock + other.len > at) at = other.clock + other.len;
      if (at < clock + len) return false;
    }
  }
  return true;
}
