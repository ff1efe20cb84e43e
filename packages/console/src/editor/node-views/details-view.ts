import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';

/** Shows details with a button that opens and closes them for this person only. They begin as the document says. */
export class DetailsView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('div');
  readonly #button = document.createElement('button');

  constructor(node: Node) {
    this.dom.className = 'details';
    this.#button.type = 'button';
    this.#button.className = 'details-toggle';
    this.#button.contentEditable = 'false';
    this.#button.addEventListener('mousedown', (event) => event.preventDefault());
    this.#button.addEventListener('click', () => this.#open(!this.dom.classList.contains('open')));
    this.dom.append(this.#button, this.contentDOM);
    this.#open(node.attrs.open === true);
    this.#name(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'details') return false;
    this.#name(node);
    return true;
  }

  /** Opens the details, for a cursor that is set into them. */
  open(): void {
    this.#open(true);
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && this.#button.contains(event.target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #open(isOpen: boolean): void {
    this.dom.classList.toggle('open', isOpen);
    this.#button.ariaExpanded = String(isOpen);
  }

  #name(node: Node): void {
    this.#button.ariaLabel = `Details: ${node.firstChild?.textContent.slice(0, 120) || 'without a summary'}`;
  }
}
