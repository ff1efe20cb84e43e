import { type Box, elementBox, plainBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { ReactElement } from 'react';
import { handlePlace, handles } from '../geometry/resize-box.ts';
import type { Guide } from '../geometry/snap.ts';
import { type Place, type Size, toWindow, type View } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { PersonOnBoard } from '../people/presence.ts';

/** Props of the overlay: what lies above the elements in the pixels of the window. */
export interface OverlayProps {
  readonly view: View;
  readonly size: Size;
  readonly elements: BoardElements;
  readonly selected: readonly BoardElement[];
  /** The box with handles around the selection; undefined without any. */
  readonly frame: Box | undefined;
  readonly canResize: boolean;
  readonly marquee: Box | undefined;
  readonly draft: readonly Place[];
  readonly guides: readonly Guide[];
  readonly people: readonly PersonOnBoard[];
}

/** Pixels of a handle, and from the selection to the handle of its rotation. */
const [HANDLE, ROTATION] = [10, 24];

/** Renders the selection with its handles, the marquee, the guides, and the pointers and selections of others. */
export function Overlay(props: OverlayProps): ReactElement {
  const { view, size, elements, selected, frame, canResize, marquee, draft, guides, people } = props;
  const inWindow = (box: Box): Box => ({ ...toWindow(view, box), width: box.width * view.zoom, height: box.height * view.zoom });
  const box = frame && inWindow(frame);
  return (
    <svg className="board-overlay" width={size.width} height={size.height} aria-hidden="true">
      {people.flatMap(({ client, colour, selected: ids }) =>
        ids.map((id) => {
          const element = elements.byId.get(id);
          return (
            element && <Outline key={`${client}-${id}`} className={`board-theirs colour-${colour}`} box={inWindow(elementBox(element))} />
          );
        }),
      )}
      {selected.map((element) => (
        <Outline key={element.id} className="board-selected" box={inWindow(plainBox(element))} rotation={element.rotation} />
      ))}
      {box && canResize && (
        <>
          <Outline className="board-frame" box={box} />
          <line className="board-selected" x1={box.x + box.width / 2} y1={box.y} x2={box.x + box.width / 2} y2={box.y - ROTATION} />
          <circle className="board-handle turn" data-handle="turn" cx={box.x + box.width / 2} cy={box.y - ROTATION} r={HANDLE / 2 + 1} />
          {handles.map((handle) => {
            const { x, y } = handlePlace(box, handle);
            return (
              <g key={handle} className={`board-handle ${handle}`} data-handle={handle}>
                <rect className="board-reach" x={x - 14} y={y - 14} width={28} height={28} />
                <rect x={x - HANDLE / 2} y={y - HANDLE / 2} width={HANDLE} height={HANDLE} rx={2} />
              </g>
            );
          })}
        </>
      )}
      {marquee && <Outline className="board-marquee" box={inWindow(marquee)} />}
      {draft.length > 1 && <polyline className="board-draft" points={draft.map((place) => pairOf(toWindow(view, place))).join(' ')} />}
      {guides.map(({ axis, at }) => {
        const place = toWindow(view, { x: at, y: at });
        return axis === 'x' ? (
          <line key={`x${at}`} className="board-guide" x1={place.x} x2={place.x} y1={0} y2={size.height} />
        ) : (
          <line key={`y${at}`} className="board-guide" x1={0} x2={size.width} y1={place.y} y2={place.y} />
        );
      })}
      {people.map((person) => person.pointer && <Pointer key={person.client} person={person} place={toWindow(view, person.pointer)} />)}
    </svg>
  );
}

const pairOf = ({ x, y }: Place): string => `${x},${y}`;

interface OutlineProps {
  readonly className: string;
  readonly box: Box;
  readonly rotation?: number;
}

function Outline({ className, box: { x, y, width, height }, rotation = 0 }: OutlineProps): ReactElement {
  const turned = rotation % 360 === 0 ? undefined : `rotate(${rotation} ${x + width / 2} ${y + height / 2})`;
  return <rect className={className} x={x - 2} y={y - 2} width={width + 4} height={height + 4} transform={turned} />;
}

function Pointer({ person: { name, colour }, place }: { readonly person: PersonOnBoard; readonly place: Place }): ReactElement {
  const width = Math.min(160, name.length * 7 + 12);
  return (
    <g className={`board-pointer colour-${colour}`} transform={`translate(${place.x} ${place.y})`}>
      <path d="M0 0L5 16L8.5 9.5L15.5 8Z" />
      <rect x={12} y={14} width={width} height={20} rx={4} />
      <text x={18} y={28}>
        {name.length > 21 ? `${name.slice(0, 20)}…` : name}
      </text>
    </g>
  );
}
