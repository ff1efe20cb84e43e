import { darkRules } from '@space/web';
import { PAGE_STYLE } from '../../pages/page-style.ts';

/**
 * The style of the pages of whiteboards. The marks above the picture are the targets of links, and each gives it another size: no
 * script is needed. On the dark side the colours of the picture are inverted and photos stay as they are.
 */
export const BOARD_STYLE = `${PAGE_STYLE}:root { --paper: #ffffff; --board-filter: none; }
${darkRules('--paper: #000000; --board-filter: invert(1) hue-rotate(180deg);')}header:has(+ main.wide), main.wide, main.wide + footer { max-width: none; }
.sizes { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem; }
.sizes a { padding: .375rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); text-decoration: none; }
.board { overflow: auto; max-height: 85vh; margin: 0 0 1rem; border: 1px solid var(--faint); border-radius: .5rem; background: var(--paper); }
.board:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.board svg { display: block; max-width: 100%; height: auto; margin: 0 auto; filter: var(--board-filter); }
.board svg image { filter: var(--board-filter); }
#size-actual:target ~ .board svg { max-width: none; }
#size-200:target ~ .board svg { max-width: none; zoom: 2; }
#size-400:target ~ .board svg { max-width: none; zoom: 4; }
.texts { white-space: pre-wrap; background: none; padding: 0; font: inherit; }
@media print { .sizes { display: none; } .board { max-height: none; border: 0; } }
`;
