import type { ReactElement } from 'react';
import type { ViewBodyProps } from '../view-body.ts';

/** Renders the rows of a view as a kanban. */
export const KanbanView = ({ view }: ViewBodyProps): ReactElement => <p>{view.name}</p>;
