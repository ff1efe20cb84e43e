import { House } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { restPath, spacePath, splitSpacePath } from '../routing/paths.ts';
import { type Place, placeOf, placesFor } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import { PlaceIcon } from './place-icon.tsx';
import { useSpaceIfAny } from './session.tsx';
import { SpaceSwitcher } from './space-switcher.tsx';

/** Returns the place of the address, if it is in a Space. */
export function usePlace(): Place | undefined {
  const [location] = useLocation();
  const split = splitSpacePath(location);
  return split && placeOf(restPath(split.rest));
}

/** Renders the rail: the Space, its places in groups, and the person. */
export function Rail({ isSheet = false, onChoose }: { readonly isSheet?: boolean; readonly onChoose?: () => void }): ReactElement {
  return (
    <div className={isSheet ? 'sheet' : 'rail'}>
      <SpaceSwitcher />
      <Places onChoose={onChoose} />
      <PersonMenu />
    </div>
  );
}

function Places({ onChoose }: { readonly onChoose: (() => void) | undefined }): ReactElement {
  const space = useSpaceIfAny();
  const current = usePlace();
  const [location] = useLocation();
  if (!space) return <div className="rail-places" />;
  const home = spacePath(space.id);
  return (
    <nav className="rail-places" aria-label="Places">
      <PlaceLink href={home} label="Home" isCurrent={location === home} onChoose={onChoose}>
        <House size={18} aria-hidden="true" />
      </PlaceLink>
      {placesFor(space).map(({ label, places }) => (
        <div key={label}>
          <p className="places-title">{label}</p>
          <ul>
            {places.map((place) => (
              <li key={place.path}>
                <PlaceLink
                  href={spacePath(space.id, place.path)}
                  label={place.label}
                  isCurrent={place.path === current?.path}
                  onChoose={onChoose}
                >
                  <PlaceIcon path={place.path} />
                </PlaceLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface PlaceLinkProps {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onChoose: (() => void) | undefined;
  readonly children: ReactElement;
}

/** Renders a link to a place; that of the current one is scrolled into the rail. */
function PlaceLink({ href, label, isCurrent, onChoose, children }: PlaceLinkProps): ReactElement {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <Link ref={link} href={href} className="place" title={label} aria-current={isCurrent ? 'page' : undefined} onClick={onChoose}>
      {children}
      <span>{label}</span>
    </Link>
  );
}
