import { House, Menu as MenuIcon } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.tsx';
import { spacePath } from '../routing/paths.ts';
import { placesFor } from './navigation.ts';
import { PlaceIcon } from './place-icon.tsx';
import { Rail, usePlace } from './rail.tsx';
import { useSpaceIfAny } from './session.tsx';

const SHOWN_PLACES = 3;

/** Renders the bar at the bottom of a phone: home, the first places, and a sheet with all of them. */
export function BottomBar(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  const current = usePlace();
  const space = useSpaceIfAny();
  const places = space
    ? placesFor(space)
        .flatMap((group) => group.places)
        .slice(0, SHOWN_PLACES)
    : [];
  const home = space && spacePath(space.id);
  return (
    <nav className="bottom-bar" aria-label="Main places">
      {home && (
        <Link href={home} aria-current={location === home ? 'page' : undefined}>
          <House size={20} aria-hidden="true" />
          Home
        </Link>
      )}
      {space &&
        places.map(({ path, label }) => (
          <Link key={path} href={spacePath(space.id, path)} aria-current={path === current?.path ? 'page' : undefined}>
            <PlaceIcon path={path} size={20} />
            {label}
          </Link>
        ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon size={20} aria-hidden="true" />
        More
      </button>
      <Dialog title="All places" open={isOpen} onClose={() => setOpen(false)}>
        <Rail isSheet onChoose={() => setOpen(false)} />
      </Dialog>
    </nav>
  );
}
