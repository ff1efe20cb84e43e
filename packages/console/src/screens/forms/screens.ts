import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of forms and submissions. */
export const formsScreens: DesignedScreens = {
  'forms.list': lazyScreen(() => import('./forms-screen.tsx').then(({ FormsScreen }) => FormsScreen)),
  'forms.get': lazyScreen(() => import('./form-screen.tsx').then(({ FormScreen }) => FormScreen)),
  'forms.templates': lazyScreen(() => import('./templates-screen.tsx').then(({ TemplatesScreen }) => TemplatesScreen)),
  'forms.report': lazyScreen(() => import('./report-screen.tsx').then(({ ReportScreen }) => ReportScreen)),
  'forms.versions': lazyScreen(() => import('./versions-screen.tsx').then(({ VersionsScreen }) => VersionsScreen)),
  'form_submissions.list': lazyScreen(() => import('./submissions-screen.tsx').then(({ SubmissionsScreen }) => SubmissionsScreen)),
  'form_submissions.get': lazyScreen(() => import('./submission-screen.tsx').then(({ SubmissionScreen }) => SubmissionScreen)),
};
