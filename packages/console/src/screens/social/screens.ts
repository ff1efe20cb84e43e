import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of social. */
export const socialScreens: DesignedScreens = {
  'social.list_posts': lazyScreen(() => import('./posts-screen.tsx').then(({ PostsScreen }) => PostsScreen)),
  'social.get_post': lazyScreen(() => import('./post-screen.tsx').then(({ PostScreen }) => PostScreen)),
  'social.list_planners': lazyScreen(() => import('./planners-screen.tsx').then(({ PlannersScreen }) => PlannersScreen)),
  'social.get_planner': lazyScreen(() => import('./planner-screen.tsx').then(({ PlannerScreen }) => PlannerScreen)),
  'social.list_accounts': lazyScreen(() => import('./accounts-screen.tsx').then(({ AccountsScreen }) => AccountsScreen)),
  'social.analytics': lazyScreen(() => import('./analytics-screen.tsx').then(({ AnalyticsScreen }) => AnalyticsScreen)),
};
