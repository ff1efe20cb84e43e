import { expect, test } from '@jest/globals';
import {
  brandHtml,
  createTheme,
  cspHash,
  defaultLook,
  imagePolicy,
  PLAIN_STYLE,
  plainContext,
  plainDocument,
  plainPolicy,
  themeHead,
} from './index.ts';

const logo = 'https://cdn.example.com/logo.png';
const look = { ...defaultLook, name: 'Engines & Looms', logo, accent: '#ffcc00', typeface: 'serif' } as const;

test('a theme sets colours for light and dark and the typeface after the style of the page, which the policy allows', () => {
  const theme = createTheme(look);
  const { text, hash } = theme.styleOf(PLAIN_STYLE);
  expect(text.startsWith(PLAIN_STYLE)).toBe(true);
  expect(text).toMatch(
    /--font: Charter.*--link: #[0-9a-f]{6}.*prefers-color-scheme: dark\) \{ :root:not\(\.light\) \{ --link: #ffcc00.*:root\.dark \{ --link: #ffcc00/s,
  );
  expect(hash).toBe(cspHash(text));
  expect(plainPolicy(theme)).toContain(hash);
  expect(plainDocument({ title: 'A', heading: 'A', text: 'A' }, { ...plainContext('en'), theme })).toContain(`<style>${text}</style>`);
});

test('the default look changes no style', () => {
  expect(createTheme(defaultLook).style).toBe('');
});

test('a logo is loaded from its origin only, is the icon, and stands next to the escaped name', () => {
  const theme = createTheme(look);
  expect(imagePolicy(theme)).toEqual({ 'img-src': ['data:', 'https://cdn.example.com'] });
  expect(String(brandHtml(theme))).toContain(`<img src="${logo}" alt="" height="32"><span>Engines &amp; Looms</span>`);
  const head = String(themeHead(theme, 'de-AT', { title: 'Hallo', description: 'Zeile\n  eins' }));
  expect(head).toContain(`<link rel="icon" href="${logo}">`);
  expect(head).toContain('<meta property="og:locale" content="de_AT">');
  expect(head).toContain('<meta property="og:description" content="Zeile eins">');
  expect(head).toContain(`<meta property="og:image" content="${logo}">`);
  expect(head).toContain('<meta property="og:site_name" content="Engines &amp; Looms">');
});

test('without a logo the icon is the first letter of the name', () => {
  const { icon } = createTheme({ ...defaultLook, name: 'émile <b>' });
  expect(Buffer.from(icon.split(',')[1]!, 'base64').toString()).toContain('>É</text>');
  expect(createTheme(defaultLook).icon).toMatch(/^data:image\/svg/);
  expect(brandHtml(createTheme(defaultLook))).toBe(false);
});
