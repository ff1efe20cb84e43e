import { headerList } from '../http/headers.ts';
import { type DocsFile, docsFile } from './docs-pages.ts';

/** The path of the icon, which MCP names so that hosts show it. */
export const ICON_PATH = '/docs/icon.svg';

/** The path at which browsers look for the icon of a page that names none. */
export const DEFAULT_ICON_PATH = '/favicon.ico';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1f2a44"/><circle cx="32" cy="32" r="11" fill="#f4f6fb"/><ellipse cx="32" cy="32" rx="24" ry="9" fill="none" stroke="#7fb2ff" stroke-width="4" transform="rotate(-24 32 32)"/></svg>
`;

/** Returns the icon of the server. It has no script, and its policy allows none. */
export const iconFile = (): DocsFile =>
  docsFile(
    ICON,
    headerList({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'",
    }),
  );
