import type { ReactElement } from 'react';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { MoreActs } from '../acts/more-acts.tsx';
import { ContentsScreen } from '../contents/contents-screen.tsx';
import { whiteboardKind } from './library/whiteboard-kind.ts';

/** Operations that the screen has as buttons. */
const HAS = ['whiteboards.create'];

/** Renders the whiteboards of a Space folder by folder. */
export const WhiteboardsScreen = (_: PathArguments): ReactElement => (
  <ContentsScreen kind={whiteboardKind} moreActs={<MoreActs contract="whiteboards" name="list" except={HAS} />} />
);
