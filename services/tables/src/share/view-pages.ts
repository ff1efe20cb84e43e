import type { ViewType } from '@space/contracts/tables';
import type { Html } from '@space/web';
import { calendarPage } from './calendar-page.ts';
import { dashboardPage } from './dashboard-page.ts';
import { galleryPage } from './gallery-page.ts';
import { gridPage } from './grid-page.ts';
import { kanbanPage } from './kanban-page.ts';
import type { SharedView } from './shared-view.ts';

/** The main part of a page, by the type of its view. */
export type ViewPages = Readonly<Record<ViewType, (view: SharedView) => Promise<Html>>>;

/** The pages of all types of views. */
export const viewPages: ViewPages = {
  grid: gridPage,
  kanban: kanbanPage,
  gallery: galleryPage,
  calendar: calendarPage,
  dashboard: dashboardPage,
};
