import { escaped, xmlText } from '@space/web';
import { decimal } from './decimal.ts';

/** The value of an attribute; null and undefined leave it out. */
export type AttributeValue = string | number | null | undefined;

/** Returns an SVG element. Values of attributes are escaped; children are markup already. */
export function tag(name: string, attributes: Readonly<Record<string, AttributeValue>>, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? decimal(value) : markupText(String(value))}"`)
    .join('');
  const content = children.join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Returns a text escaped for content and attributes, without characters that XML cannot represent. */
export const markupText = (text: string): string => escaped(xmlText(text));
