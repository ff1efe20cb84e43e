import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { readAgain } from './read-again.ts';
import type { References } from './references.ts';

/** Shows a picture. One that cannot be shown here is its alternative text, or its address. */
export class ImageView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #references: References;
  #src: string | undefined;
  /** The number of the last load. An earlier one is not wanted any more. */
  #load = 0;

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

  destroy(): void {
    this.#load += 1;
  }

  #show({ attrs: { src, alt, title, width } }: Node): void {
    const image = this.dom.querySelector('img');
    if (this.#src === src && image) {
      image.alt = alt ?? '';
      return;
    }
    this.#src = src ?? '';
    this.dom.replaceChildren();
    this.dom.classList.remove('missing');
    void this.#read({ src: src ?? '', alt: alt ?? '', title, width });
  }

  async #read({ src, alt, title, width }: { src: string; alt: string; title: string | null; width: number | null }): Promise<void> {
    const load = ++this.#load;
    const isWanted = (): boolean => this.#load === load;
    const read = async (): Promise<HTMLImageElement | undefined> => {
      const address = await this.#references.pictureOf(src);
      if (address === undefined) return undefined;
      const image = document.createElement('img');
      image.alt = alt;
      image.decoding = 'async';
      if (title) image.title = title;
      if (width) image.width = width;
      if (isWanted()) this.dom.replaceChildren(image);
      await new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = reject;
        image.src = address;
      });
      return image;
    };
    const showText = (): void => {
      this.dom.textContent = textOfPicture(src, alt);
      this.dom.classList.add('missing');
    };
    const image = await readAgain(read, isWanted, showText);
    if (!isWanted()) return;
    if (image) this.dom.classList.remove('missing');
    else showText();
  }
}

/** Returns what stands in place of a picture that is not shown. */
function textOfPicture(src: string, alt: string): string {
  if (!/^https?:/i.test(src)) return alt || src || 'A picture without an address';
  return `${alt ? `${alt}: ` : ''}Pictures of other sites are not shown. Upload it in Files.`;
}
