/**
 * Returns the rules of the dark side of a page. A page is dark where the visitor prefers it; the class `light` or `dark` of its
 * root element, which the page around a frame decides, takes precedence.
 */
export const darkRules = (declarations: string): string =>
  `@media (prefers-color-scheme: dark) { :root:not(.light) { ${declarations} } }\n:root.dark { ${declarations} }\n`;

/**
 * Colours and typeface of every page of ours, as CSS custom properties, for light and dark. A Space replaces some of them
 * (theme.ts). Pages take their colours from here and nowhere else, so that a form, a booking page, a shared table and a blog look like one product.
 */
export const TOKENS = `
:root { color-scheme: light dark; --font: system-ui, sans-serif; --ink: #1c1917; --soft: #57534e; --line: #8a837c; --faint: #d6d3d1; --ground: #fafaf9; --card: #ffffff; --link: #1d4ed8; --on-link: #ffffff; --mark: #eef2ff; --shade: #f0efed; --bar: #2563eb; --bad: #b91c1c; --bad-ground: #fef2f2; --good: #166534; --good-ground: #f0fdf4; --star: #f59e0b; --star-line: #92610a; }
:root.light { color-scheme: light; }
:root.dark { color-scheme: dark; }
${darkRules(
  '--ink: #fafaf9; --soft: #d6d3d1; --line: #8a837c; --faint: #44403c; --ground: #1c1917; --card: #292524; --link: #93c5fd; --on-link: #0c1a33; --mark: #2f3651; --shade: #3a3532; --bar: #60a5fa; --bad: #fca5a5; --bad-ground: #3b1f1f; --good: #86efac; --good-ground: #14301f; --star: #fbbf24; --star-line: #fbbf24;',
)}`;
