import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { ReactElement } from 'react';
import type { BoardElements } from '../model/board-elements.ts';
import { elementWords } from './element-words.ts';

/** Elements that the list shows at most. */
const SHOWN = 500;

/** Props of the list: the elements in reading order, the selected ones, and what shows one. */
export interface ElementListProps {
  readonly order: readonly BoardElement[];
  readonly elements: BoardElements;
  readonly selected: ReadonlySet<string>;
  readonly onShow: (element: BoardElement) => void;
}

/** Renders the elements of a whiteboard as a list in reading order. A press selects one and shows its place. */
export function ElementList({ order, elements, selected, onShow }: ElementListProps): ReactElement {
  return (
    <section className="board-list" aria-label="Elements">
      {order.length === 0 && <p className="soft">This whiteboard is empty.</p>}
      <ul>
        {order.slice(0, SHOWN).map((element) => (
          <li key={element.id}>
            <button type="button" className="item" aria-pressed={selected.has(element.id)} onClick={() => onShow(element)}>
              <span className="cut">{elementWords(element, elements)}</span>
            </button>
          </li>
        ))}
      </ul>
      {order.length > SHOWN && (
        <p className="soft">
          The first {SHOWN} of {order.length} elements.
        </p>
      )}
    </section>
  );
}
