import type { ReactElement } from 'react';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { MoreActs } from '../acts/more-acts.tsx';
import { ContentsScreen } from '../contents/contents-screen.tsx';
import { documentKind } from './library/document-kind.ts';

/** Operations that the screen has as buttons. */
const HAS = ['documents.create'];

/** Renders the documents of a Space folder by folder. */
export const DocumentsScreen = (_: PathArguments): ReactElement => (
  <ContentsScreen kind={documentKind} moreActs={<MoreActs contract="documents" name="list" except={HAS} />} />
);
