import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';

/** Shows an item of a list. A task has a checkbox, which a press or Ctrl Enter ticks. */
export class ItemView implements NodeView {
  readonly dom = document.createElement('li');
  readonly contentDOM = document.createElement('div');
  readonly #box = document.createElement('input');
  readonly #view: EditorView;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#box.type = 'checkbox';
    this.#box.contentEditable = 'false';
    // Ctrl Enter ticks the task with the cursor, so that Tab does not stop at each one.
    this.#box.tabIndex = -1;
    this.#box.addEventListener('mousedown', (event) => event.preventDefault());
    this.#box.addEventListener('click', (event) => {
      const at = position();
      if (at === undefined || !view.editable) event.preventDefault();
      else view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', this.#box.checked));
    });
    this.#view = view;
    this.dom.append(this.contentDOM);
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'listItem') return false;
    this.#show(node);
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(node: Node): void {
    const { checked } = node.attrs;
    this.dom.className = checked === null ? '' : checked ? 'task done' : 'task';
    this.contentDOM.className = 'item-content';
    if (checked === null) {
      this.#box.remove();
      return;
    }
    this.#box.checked = checked;
    this.#box.disabled = !this.#view.editable;
    this.#box.ariaLabel = node.firstChild?.textContent.slice(0, 120) || 'Task';
    if (!this.#box.isConnected) this.dom.prepend(this.#box);
  }
}

/** Lets a person tick tasks where the text can be changed, and nowhere else. */
export function updateTicks({ dom, editable }: EditorView): void {
  for (const box of dom.querySelectorAll<HTMLInputElement>('.task > input')) box.disabled = !editable;
}
