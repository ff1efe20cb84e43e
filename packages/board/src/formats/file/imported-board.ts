import { MAX_ELEMENT_TEXT, NewElement } from '@space/contracts/whiteboard-elements';

/** The elements of an imported file, from bottom to top. Those that others name have a `ref`. */
export interface ImportedBoard {
  readonly elements: readonly NewElement[];
  /** The parts of the file that are left out or changed: one sentence for each kind of part. */
  readonly warnings: readonly string[];
}

const MAX_WARNINGS = 50;

/** Collects the elements of an imported file. No value of the file reaches an element that breaks a rule of elements. */
export class ImportedElements {
  readonly #elements: { readonly place: number; readonly element: NewElement }[] = [];
  readonly #warnings = new Map<string, number>();

  /** Adds an element that follows all rules at a place, and returns true; counts another one as invalid. Long texts are cut. */
  add(place: number, element: Readonly<Record<string, unknown>>): boolean {
    const text = element.text;
    if (typeof text === 'string' && text.length > MAX_ELEMENT_TEXT) this.warn('texts of more than 10,000 characters were cut');
    const cut = typeof text === 'string' ? { ...element, text: text.slice(0, MAX_ELEMENT_TEXT).toWellFormed() } : element;
    const parsed = NewElement.safeParse(cut);
    if (parsed.success) this.#elements.push({ place, element: parsed.data });
    else this.warn(`elements of type ${String(element.type)} with invalid values were left out`);
    return parsed.success;
  }

  /** Counts a part of the file that is left out or changed. */
  warn(sentence: string): void {
    if (this.#warnings.has(sentence) || this.#warnings.size < MAX_WARNINGS) {
      this.#warnings.set(sentence, (this.#warnings.get(sentence) ?? 0) + 1);
    }
  }

  /** Returns the board, with its elements by their places. Each warning begins with its count. */
  board(): ImportedBoard {
    const elements = this.#elements.toSorted((a, b) => a.place - b.place).map(({ element }) => element);
    return { elements, warnings: [...this.#warnings].map(([sentence, count]) => `${count}: ${sentence}`) };
  }
}
