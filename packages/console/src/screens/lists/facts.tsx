import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { fillPath } from '../../api/request-url.ts';
import type { Field, Shape } from '../../api/shape.ts';
import { type MatchedRead, readsBelow } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { labelOf } from './columns.ts';
import type { Entry } from './entry.ts';
import { titleOf } from './titles.ts';
import { Value } from './value.tsx';

/** Renders the fields of a thing in the order of its shape, then those that the shape does not name. */
export function Facts({ shape, entry }: { readonly shape: Shape; readonly entry: Entry }): ReactElement {
  const known = new Set(shape.fields.map(({ name }) => name));
  const others = Object.keys(entry)
    .filter((name) => !known.has(name))
    .map((name): Field => ({ name, kind: 'any' }));
  const fields = [...shape.fields, ...others].filter(({ name }) => Object.hasOwn(entry, name));
  return (
    <dl className="card facts">
      {fields.map((field) => (
        <FactRow key={field.name} field={field} value={entry[field.name]} />
      ))}
    </dl>
  );
}

const FactRow = ({ field, value }: { readonly field: Field; readonly value: unknown }): ReactElement => (
  <>
    <dt title={field.help}>{labelOf(field.name)}</dt>
    <dd>
      <Value field={field} value={value} />
    </dd>
  </>
);

/** Renders links to the lists and views below a thing that the member can read. */
export function Below({ read }: { readonly read: MatchedRead }): ReactElement | null {
  const space = useSpace();
  const below = readsBelow(read).filter(({ scope }) => scope === '' || space.scopes.includes(scope));
  if (below.length === 0 || !read.path.includes(':')) return null;
  return (
    <section className="stack" aria-label="More of this">
      <h2>More of this</h2>
      <ul className="row">
        {below.map((other) => (
          <li key={other.path}>
            <Link className="button" href={spacePath(space.id, fillPath(other.path, read.args))}>
              {titleOf(other)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
