import type { ReactElement } from 'react';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { ContentVersions } from '../../contents/versions/content-versions.tsx';
import { whiteboardKind } from '../library/whiteboard-kind.ts';

/** Renders the versions of a whiteboard, newest first. */
export const VersionsScreen = ({ id = '' }: PathArguments): ReactElement => <ContentVersions kind={whiteboardKind} id={id} />;
