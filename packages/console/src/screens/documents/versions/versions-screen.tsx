import type { ReactElement } from 'react';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { ContentVersions } from '../../contents/versions/content-versions.tsx';
import { documentKind } from '../library/document-kind.ts';

/** Renders the versions of a document, newest first. */
export const VersionsScreen = ({ id = '' }: PathArguments): ReactElement => <ContentVersions kind={documentKind} id={id} />;
