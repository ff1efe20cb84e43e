import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { readAgain } from './read-again.ts';
import type { References } from './references.ts';

/** Shows a thing of the Space as a card: the word of its kind and its name, as a link. */
export class EmbedView implements NodeView {
  readonly dom = document.createElement('div');
  readonly #link = document.createElement('a');
  readonly #kind = document.createElement('span');
  readonly #name = document.createElement('span');
  readonly #references: References;
  #href: string | undefined;

  constructor(node: Node, references: References) {
    this.#references = references;
    this.dom.className = 'embed-card';
    this.#kind.className = 'soft';
    this.#link.append(this.#name, this.#kind);
    this.#link.draggable = false;
    this.dom.append(this.#link);
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'embed') return false;
    this.#show(node);
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.type === 'keydown' && (event as KeyboardEvent).key === 'Enter' && event.target === this.#link;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#href = undefined;
  }

  #show({ attrs }: Node): void {
    const href: string = attrs.href ?? '';
    const label: string | null = attrs.label;
    this.#kind.textContent = this.#references.kindOf(href);
    if (this.#href !== href || label) this.#name.textContent = label ?? href;
    const target = this.#references.hrefOf(href);
    if (target === undefined) this.#link.removeAttribute('href');
    else this.#link.href = target;
    if (this.#href === href) return;
    this.#href = href;
    void this.#readName(href, label);
  }

  async #readName(href: string, label: string | null): Promise<void> {
    let isFound = true;
    const read = async (): Promise<string | undefined> => {
      const name = await this.#references.nameOf(href);
      isFound = name !== undefined;
      return name;
    };
    const name = await readAgain(
      read,
      () => this.#href === href,
      () => undefined,
    );
    if (this.#href !== href) return;
    this.dom.classList.toggle('missing', !isFound);
    this.#name.textContent = name ?? label ?? (isFound ? href : 'Not found');
  }
}
