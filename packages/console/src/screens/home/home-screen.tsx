import { lazy, type ReactElement, Suspense } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { placesFor } from '../../shell/navigation.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { PlaceIcon } from '../../shell/place-icon.tsx';
import { useSpace } from '../../shell/session.tsx';

const Checklist = lazy(() => import('./checklist.tsx').then(({ Checklist: part }) => ({ default: part })));

/** Renders the start of a Space: the way to a first delivery, and its places. */
export function HomeScreen(): ReactElement {
  const space = useSpace();
  return (
    <>
      <PageHead title={space.name} about={`You are ${roleText(space.role)} of this Space. Press Ctrl K to go anywhere.`} />
      {space.scopes.includes('automations:write') ? (
        <Suspense fallback={<Skeleton />}>
          <Checklist>
            <Places />
          </Checklist>
        </Suspense>
      ) : (
        <Places />
      )}
    </>
  );
}

function Places(): ReactElement {
  const space = useSpace();
  return (
    <>
      {placesFor(space).map(({ label, places }) => (
        <section key={label} className="stack" aria-label={label}>
          <h2>{label}</h2>
          <ul className="home-places">
            {places.map(({ path, label: name }) => (
              <li key={path}>
                <Link href={spacePath(space.id, path)} className="card home-place">
                  <PlaceIcon path={path} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const roleText = (role: string): string => (/^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`);
