import type { ReactElement } from 'react';
import type { ViewBodyProps } from '../view-body.ts';

/** Renders the rows of a view as a gallery. */
export const GalleryView = ({ view }: ViewBodyProps): ReactElement => <p>{view.name}</p>;
