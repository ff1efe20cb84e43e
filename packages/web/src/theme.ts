import type { PublicLook } from '@space/contracts/platform';
import { accentColors } from './accent.ts';
import { type CspDirectives, cspHash } from './csp.ts';
import { type Html, html, type Part } from './html.ts';
import { darkRules } from './tokens.ts';

/** The look of a Space, ready for its pages. */
export interface Theme {
  readonly look: PublicLook;
  /** The style with the colours and the typeface of the Space, which follows the style of the page. */
  readonly style: string;
  /** Sources of pictures for the policy of a page: those of the logo and of the icon. */
  readonly image_sources: readonly string[];
  /** The icon in the tab. */
  readonly icon: string;
  /** Returns the whole style of a page, and its hash for the policy. */
  styleOf(page: string): { readonly text: string; readonly hash: string };
}

/** The look of pages of which no Space is known. */
export const defaultLook: PublicLook = {
  name: null,
  logo: null,
  accent: null,
  typeface: 'sans',
  locale: null,
  week_start: null,
  clock: null,
};

/** Characters of a logo from which a page sends it only once. */
const LONG_LOGO = 8_000;

const fonts: Readonly<Record<PublicLook['typeface'], string>> = {
  sans: 'system-ui, sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", Calibri, sans-serif',
  mono: 'ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", monospace',
};

/** Returns the theme of a look. */
export function createTheme(look: PublicLook): Theme {
  const style = styleOfLook(look);
  const styles = new Map<string, { readonly text: string; readonly hash: string }>();
  return {
    look,
    style,
    image_sources: ['data:', ...(look.logo && !look.logo.startsWith('data:') ? [new URL(look.logo).origin] : [])],
    // A long logo is not sent twice.
    icon: look.logo !== null && look.logo.length < LONG_LOGO ? look.logo : letterIcon(look),
    styleOf(page) {
      let whole = styles.get(page);
      if (!whole) {
        const text = `${page}${style}`;
        whole = { text, hash: cspHash(text) };
        styles.set(page, whole);
      }
      return whole;
    },
  };
}

function styleOfLook({ accent, typeface }: PublicLook): string {
  const font = typeface === 'sans' ? '' : `:root { --font: ${fonts[typeface]}; }\n`;
  if (accent === null) return font;
  const { light, dark } = accentColors(accent);
  const colors = ({ link, on_link, mark }: typeof light) => `--link: ${link}; --on-link: ${on_link}; --mark: ${mark}; --bar: ${link};`;
  return `${font}:root { ${colors(light)} }\n${darkRules(colors(dark))}`;
}

/** Returns an icon with the first letter of the name, on the accent colour, as a data URL. */
function letterIcon({ name, accent }: PublicLook): string {
  const { link, on_link } = accentColors(accent).light;
  const letter = Array.from(name?.trim() ?? '')[0]?.toUpperCase() ?? '';
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${link}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${on_link}">${letter}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(String(svg)).toString('base64')}`;
}

/** The parts of a page that a link preview shows. */
export interface PagePreview {
  readonly title: string;
  readonly description?: string | null;
  /** The address of the page, when it is the same for all visitors and no secret. */
  readonly url?: string;
}

/** Returns the logo of a look when link previews can fetch it. */
export const httpsLogo = ({ logo }: PublicLook): string | null => (logo?.startsWith('https:') ? logo : null);

/** Returns the icon and the Open Graph elements of a page of ours. */
export function themeHead({ look, icon }: Theme, language: string, { title, description, url }: PagePreview): Html {
  const text = description?.replace(/\s+/g, ' ').trim().slice(0, 300);
  return html`<link rel="icon" href="${icon}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:locale" content="${language.replace('-', '_')}">
${text && html`<meta name="description" content="${text}">\n<meta property="og:description" content="${text}">\n`}${
  url && html`<meta property="og:url" content="${url}">\n`
}${look.name && html`<meta property="og:site_name" content="${look.name}">\n`}${
  httpsLogo(look) && html`<meta property="og:image" content="${httpsLogo(look)}">\n`
}<meta name="twitter:card" content="summary">
`;
}

/** Returns the logo and the name of the Space above a page; nothing without a name. */
export const brandHtml = ({ look: { name, logo } }: Theme): Part =>
  name !== null && html`<p class="brand">${logo !== null && html`<img src="${logo}" alt="" height="32">`}<span>${name}</span></p>\n`;

/** The style of `brandHtml`. */
export const BRAND_STYLE = `.brand { display: flex; align-items: center; gap: .625rem; margin: 0 0 1rem; color: var(--soft); font-size: .9375rem; font-weight: 600; }
.brand img { display: block; height: 2rem; width: auto; max-width: 10rem; object-fit: contain; }
`;

/** Returns the directive of a page's policy for the pictures of its theme. `more` are sources besides. */
export const imagePolicy = ({ image_sources }: Theme, ...more: readonly string[]): CspDirectives => ({
  'img-src': [...new Set([...image_sources, ...more])],
});
