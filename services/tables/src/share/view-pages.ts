import type { ViewType } from '@space/contracts/tables';
import type { Html } from '@space/web';
import { calendarPage } from './calendar-page.ts';
import { dashboardPage } from './dashboard-page.ts';
import { galleryPage } from './gallery-page.ts';
import { gridPage } from './grid-page.ts';
import { kanbanPage } from './kanban-page.ts';
import type { SharedView } from './shared-view.ts';

/** Renderers of the main content, by view type. */
export type ViewPages = Readonly<Record<ViewType, (view: SharedView) => Promise<Html>>>;

/** The renderers of all view types. */
export const viewPages: ViewPages = {
  grid: gridPage,
  kanban: kanbanPage,
  gallery: galleryPage,
  calendar: calendarPage,
  dashboard: dashboardPage,
};
