import type { ElementOf } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useContext } from 'react';
import { BoardText } from './board-text.tsx';
import { BoardThingsContext } from './board-things.ts';
import { textBoxOf } from './text-box.ts';
import { useAnswer } from './use-answer.ts';

const GREY = '#868e96';

/** Renders a picture, or a field with its text while it is not there. */
export function PictureView({ element }: { readonly element: ElementOf<'image'> }): ReactElement {
  const { x, y, width, height, asset_id, text, style } = element;
  const { pictureOf } = useContext(BoardThingsContext);
  const address = useAnswer(asset_id, pictureOf);
  if (address)
    return <image className="board-picture" href={address} x={x} y={y} width={width} height={height} preserveAspectRatio="xMidYMid meet" />;
  const words = text.trim() || (address === null ? 'No preview' : '');
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={4} fill="#f1f3f5" stroke={GREY} strokeDasharray="6 6" />
      <BoardText text={words} box={{ ...textBoxOf(element), align: 'center' }} style={{ ...style, stroke_color: '#5c636a' }} isCut />
    </>
  );
}
