import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of automations. */
export const automationsScreens: DesignedScreens = {
  'automations.list': lazyScreen(() => import('./automations-screen.tsx').then(({ AutomationsScreen }) => AutomationsScreen)),
  'automations.get': lazyScreen(() => import('./automation-screen.tsx').then(({ AutomationScreen }) => AutomationScreen)),
  'automations.search_runs': lazyScreen(() => import('./runs-screen.tsx').then(({ RunsScreen }) => RunsScreen)),
  'automations.list_runs': lazyScreen(() => import('./runs-screen.tsx').then(({ RunsScreen }) => RunsScreen)),
  'automations.get_run': lazyScreen(() => import('./run-screen.tsx').then(({ RunScreen }) => RunScreen)),
};
