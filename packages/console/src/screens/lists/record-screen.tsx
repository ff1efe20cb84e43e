import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearch } from 'wouter';
import { fillPath } from '../../api/request-url.ts';
import type { Arguments } from '../../api/send.ts';
import type { Field, Shape } from '../../api/shape.ts';
import { call } from '../../api/space-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { type MatchedRead, matchRead, readsBelow } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { labelOf, titleField } from './columns.ts';
import { argumentsFrom } from './filter-values.ts';
import { Filters } from './filters.tsx';
import type { Entry } from './list-screen.tsx';
import { titleText } from './list-table.tsx';
import { titleOf } from './titles.ts';
import { useShape } from './use-shape.ts';
import { Value } from './value.tsx';

/** Renders any single read of the catalog: a thing with its fields and the lists below it. */
export function RecordScreen({ read }: { readonly read: MatchedRead }): ReactElement {
  const space = useSpace();
  const search = useSearch();
  const shape = useShape(read.contract, read.name);
  const args: Arguments = { ...read.args, ...argumentsFrom(shape?.params ?? [], search) };
  const { data, error, refetch } = useQuery({
    queryKey: ['space', space.id, read.contract, read.name, args],
    queryFn: ({ signal }) => call(space.id, read.contract, read.name, args, { signal }) as Promise<Entry>,
    enabled: shape !== undefined,
  });
  const title = data && shape && read.path.includes(':') ? titleText(data, titleField(shape.fields)) : titleOf(read);
  return (
    <>
      <Crumbs read={read} />
      {/* The title of a thing is known only with the thing; until then the heading waits, so that it takes the focus once. */}
      {data || error || !read.path.includes(':') ? (
        <PageHead title={title}>
          <SameCall contract={read.contract} name={read.name} args={args} />
        </PageHead>
      ) : (
        <h1 className="hidden-text">{title}</h1>
      )}
      {shape && shape.params.length > 0 && <Filters params={shape.params} />}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data && shape ? <Facts shape={shape} entry={data} /> : !error && <Skeleton />}
      {data && <Below read={read} />}
    </>
  );
}

function Facts({ shape, entry }: { readonly shape: Shape; readonly entry: Entry }): ReactElement {
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

/** Renders links to the lists that contain a thing. */
function Crumbs({ read }: { readonly read: MatchedRead }): ReactElement | null {
  const space = useSpace();
  const segments = fillPath(read.path, read.args).split('/').slice(1, -1);
  const parents = segments.flatMap((_, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const parent = matchRead(path);
    return parent
      ? [{ path, label: parent.answer !== 'one' ? titleOf(parent) : (Object.values(parent.args).at(-1) ?? titleOf(parent)) }]
      : [];
  });
  if (parents.length === 0) return null;
  return (
    <nav className="crumbs" aria-label="Above">
      {parents.map(({ path, label }) => (
        <span key={path}>
          <Link href={spacePath(space.id, path)}>{label}</Link> /
        </span>
      ))}
    </nav>
  );
}

/** Renders links to the lists and views below a thing that the member can read. */
function Below({ read }: { readonly read: MatchedRead }): ReactElement | null {
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
