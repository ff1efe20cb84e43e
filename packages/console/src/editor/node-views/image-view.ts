import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import type { References } from './references.ts';

/** Shows a picture. One that cannot be shown here is its alternative text, or its address. */
export class ImageView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #references: References;
  #src: string | undefined;

  constructor(node: Node, references: References) {
    this.#references = references;
    this.dom.className = 'picture';
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'image') return false;
    this.#show(node);
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #show({ attrs: { src, alt, title, width } }: Node): void {
    const image = this.dom.querySelector('img');
    if (this.#src === src && image) {
      image.alt = alt ?? '';
      return;
    }
    this.#src = src ?? '';
    this.dom.replaceChildren();
    void this.#load({ src: src ?? '', alt: alt ?? '', title, width });
  }

  async #load({ src, alt, title, width }: { src: string; alt: string; title: string | null; width: number | null }): Promise<void> {
    const address = await this.#references.pictureOf(src).catch(() => undefined);
    if (this.#src !== src) return;
    if (address === undefined) {
      this.dom.textContent = alt || src || 'A picture without an address';
      this.dom.classList.add('missing');
      return;
    }
    const image = document.createElement('img');
    image.alt = alt;
    image.decoding = 'async';
    if (title) image.title = title;
    if (width) image.width = width;
    image.addEventListener('error', () => {
      if (this.#src !== src) return;
      this.dom.textContent = alt || src;
      this.dom.classList.add('missing');
    });
    image.src = address;
    this.dom.classList.remove('missing');
    this.dom.replaceChildren(image);
  }
}
