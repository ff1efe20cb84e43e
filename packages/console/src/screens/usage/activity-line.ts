import type { Operations } from '@space/client';

/** One call of the activity log. */
export type ActivityLine = Operations['activity']['list']['answer']['data'][number];

/** The path over REST of a thing by the prefix of its id; a thing of another kind stands below one that is not known here. */
const paths: Readonly<Record<string, string>> = {
  con: '/contacts',
  tag: '/tags',
  aud: '/audiences',
  tbl: '/tables',
  frm: '/forms',
  bkp: '/booking-pages',
  bok: '/bookings',
  cal: '/calendar',
  prj: '/projects',
  tsk: '/tasks',
  fld: '/folders',
  ast: '/assets',
  sit: '/sites',
  pag: '/pages',
  blg: '/blog/collections',
  pst: '/blog/posts',
  soc: '/social/posts',
  pln: '/social/planners',
  lis: '/event-subscriptions',
  aut: '/automations',
  ord: '/finance/orders',
  prd: '/finance/products',
  int: '/integrations',
};

/** Returns the path of the screen of a thing, or undefined when it has none of its own. */
export function thingPath(id: string): string | undefined {
  const base = paths[id.slice(0, id.indexOf('_'))];
  return base && `${base}/${encodeURIComponent(id)}`;
}

/** Returns the path of the screen of an actor, or undefined: a visitor and the service have none. */
export function actorPath({ kind, id }: ActivityLine['actor']): string | undefined {
  if (id.startsWith('agt_')) return `/settings/agents/${encodeURIComponent(id)}`;
  if (id.startsWith('key_')) return '/settings/keys';
  if (id.startsWith('mbr_')) return '/settings/members';
  return kind === 'automation' ? thingPath(id) : undefined;
}

/** Returns what a line is about: the thing that the call made, or else the one that it names first. */
export const thingOf = ({ resource_ids }: Pick<ActivityLine, 'resource_ids'>): string | undefined => resource_ids.at(-1);
