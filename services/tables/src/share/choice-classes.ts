import { MAX_SHARED_COLORS } from '@space/contracts/tables';
import { type ChoiceColors, choiceColors } from '@space/web';
import { hexColor } from './css-colors.ts';

/**
 * The colours of the choices on one page. The policy of a page forbids styles in elements, so that each colour is a class, and
 * the style of the page has the rules of the classes that it uses.
 */
export interface ChoiceClasses {
  /** Returns the class of a colour; undefined without a colour, for other text, and once the page has all the colours that it can have. */
  of(color: string | null | undefined): string | undefined;
  /** Returns the rules of all classes so far. */
  style(): string;
}

/** Returns the classes of a page. */
export function createChoiceClasses(): ChoiceClasses {
  const used = new Set<string>();
  return {
    of(color) {
      const hex = color && hexColor(color);
      if (!hex || (!used.has(hex) && used.size >= MAX_SHARED_COLORS)) return undefined;
      used.add(hex);
      return classOf(hex);
    },
    style() {
      if (used.size === 0) return '';
      const colors = [...used].map((hex) => ({ name: classOf(hex), ...choiceColors(hex) }));
      const light = colors.map(({ name, light }) => rule(name, light)).join('');
      return `${light}@media (prefers-color-scheme: dark) {\n${colors.map(({ name, dark }) => rule(name, dark)).join('')}}\n`;
    },
  };
}

const classOf = (hex: string): string => `c${hex.slice(1)}`;

const rule = (name: string, { fill, ink, tint }: ChoiceColors): string =>
  `.${name} { --fill: ${fill}; --choice: ${ink}; --tint: ${tint}; }\n`;
