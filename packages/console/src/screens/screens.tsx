import { lazy, type ReactElement } from 'react';
import type { DesignedScreens } from '../routing/designed-screens.ts';
import { matchRead } from '../routing/match-route.ts';
import { restPath } from '../routing/paths.ts';
import { automationsScreens } from './automations/screens.ts';
import { contactsScreens } from './contacts/screens.ts';
import { documentsScreens } from './documents/screens.ts';
import { filesScreens } from './files/screens.ts';
import { formsScreens } from './forms/screens.ts';
import { HomeScreen } from './home/home-screen.tsx';
import { NotFound } from './not-found.tsx';
import { publishingScreens } from './publishing/screens.ts';
import { schedulingScreens } from './scheduling/screens.ts';
import { socialScreens } from './social/screens.ts';
import { tablesScreens } from './tables/screens.ts';
import { usageScreens } from './usage/screens.ts';
import { whiteboardsScreens } from './whiteboards/screens.ts';

const KeysScreen = lazy(() => import('./keys/keys-screen.tsx').then(({ KeysScreen: screen }) => ({ default: screen })));
const MembersScreen = lazy(() => import('./members/members-screen.tsx').then(({ MembersScreen: screen }) => ({ default: screen })));
const ListenersScreen = lazy(() => import('./listeners/listeners-screen.tsx').then(({ ListenersScreen: screen }) => ({ default: screen })));
const ListenerScreen = lazy(() => import('./listeners/listener-screen.tsx').then(({ ListenerScreen: screen }) => ({ default: screen })));
const DeliveriesScreen = lazy(() =>
  import('./deliveries/deliveries-screen.tsx').then(({ DeliveriesScreen: screen }) => ({ default: screen })),
);
const DeliveryScreen = lazy(() => import('./deliveries/delivery-screen.tsx').then(({ DeliveryScreen: screen }) => ({ default: screen })));
const EventsScreen = lazy(() => import('./events/events-screen.tsx').then(({ EventsScreen: screen }) => ({ default: screen })));
const EventScreen = lazy(() => import('./events/event-screen.tsx').then(({ EventScreen: screen }) => ({ default: screen })));
const EventTypesScreen = lazy(() =>
  import('./events/event-types-screen.tsx').then(({ EventTypesScreen: screen }) => ({ default: screen })),
);
const AgentsScreen = lazy(() => import('./agents/agents-screen.tsx').then(({ AgentsScreen: screen }) => ({ default: screen })));
const AgentScreen = lazy(() => import('./agents/agent-screen.tsx').then(({ AgentScreen: screen }) => ({ default: screen })));
const ListScreen = lazy(() => import('./lists/list-screen.tsx').then(({ ListScreen: screen }) => ({ default: screen })));
const RecordScreen = lazy(() => import('./lists/record-screen.tsx').then(({ RecordScreen: screen }) => ({ default: screen })));
const ProfileScreen = lazy(() => import('./me/profile-screen.tsx').then(({ ProfileScreen: screen }) => ({ default: screen })));
const SecurityScreen = lazy(() => import('./me/security-screen.tsx').then(({ SecurityScreen: screen }) => ({ default: screen })));

const designed: DesignedScreens = {
  ...automationsScreens,
  ...contactsScreens,
  ...documentsScreens,
  ...filesScreens,
  ...formsScreens,
  ...publishingScreens,
  ...schedulingScreens,
  ...socialScreens,
  ...tablesScreens,
  ...usageScreens,
  ...whiteboardsScreens,
  'event_subscriptions.list': () => <ListenersScreen />,
  'event_subscriptions.get': ({ id = '' }) => <ListenerScreen id={id} />,
  'settings.list_agents': () => <AgentsScreen />,
  'settings.get_agent': ({ id = '' }) => <AgentScreen id={id} />,
  'events.list': () => <EventsScreen />,
  'events.search': () => <EventsScreen />,
  'events.get': ({ id = '' }) => <EventScreen id={id} />,
  'event_types.list': () => <EventTypesScreen />,
  'deliveries.search': () => <DeliveriesScreen />,
  'deliveries.get': ({ id = '', delivery_id = '' }) => <DeliveryScreen id={id} delivery_id={Number(delivery_id)} />,
};

/** Returns the screen of a path in a Space: a designed one, else the list or record of the read that answers there. */
export function spaceScreen(path: string): ReactElement {
  if (path === '') return <HomeScreen />;
  if (path === '/settings/keys') return <KeysScreen />;
  if (path === '/settings/members') return <MembersScreen />;
  const read = matchRead(restPath(path));
  if (!read) return <NotFound />;
  const screen = designed[`${read.contract}.${read.name}`];
  if (screen) return screen(read.args);
  return read.answer === 'one' ? <RecordScreen read={read} /> : <ListScreen read={read} />;
}

/** Returns the screen of a person's own settings, or undefined for another path. */
export function personScreen(path: string): ReactElement | undefined {
  if (path === '/me') return <ProfileScreen />;
  return path === '/me/security' ? <SecurityScreen /> : undefined;
}
