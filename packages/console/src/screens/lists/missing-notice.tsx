import type { ReactElement } from 'react';
import type { Field } from '../../api/shape.ts';
import { labelOf } from './columns.ts';

/** Renders a request for the parameters without which nothing can be read. */
export const MissingNotice = ({ missing }: { readonly missing: readonly Field[] }): ReactElement => (
  <p className="notice" role="status">
    Fill in {missing.map(({ name }) => `“${labelOf(name)}”`).join(' and ')} above to read this.
  </p>
);
