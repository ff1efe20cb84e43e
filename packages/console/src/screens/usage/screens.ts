import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of activity, usage and the Space itself. */
export const usageScreens: DesignedScreens = {
  'activity.list': lazyScreen(() => import('./activity-screen.tsx').then(({ ActivityScreen }) => ActivityScreen)),
  'storage.get_usage': lazyScreen(() => import('./usage-screen.tsx').then(({ UsageScreen }) => UsageScreen)),
  'settings.get_space': lazyScreen(() => import('../space/space-screen.tsx').then(({ SpaceScreen }) => SpaceScreen)),
};
