import type { MarkSpec } from 'prosemirror-model';
import { type AttributeDefinition, address, shortText } from './attributes.ts';

/** A mark of the schema. `expressible` names the attributes that Markdown has a form for. */
export interface MarkDefinition extends MarkSpec {
  readonly attrs?: Readonly<Record<string, AttributeDefinition>>;
  readonly expressible?: readonly string[];
}

/**
 * The marks of text, under the names that Tiptap gives them. No mark has `excludes: ''`: y-prosemirror stores such a mark
 * under a hashed name, which never equals itself after a reload.
 */
export const marks: Readonly<Record<string, MarkDefinition>> = {
  link: {
    inclusive: false,
    attrs: { href: address(), title: shortText(), target: shortText(20), rel: shortText(100), class: shortText(100) },
    expressible: ['href', 'title'],
  },
  bold: {},
  italic: {},
  strike: {},
  underline: {},
  highlight: { attrs: { color: shortText(50) } },
  code: { code: true },
};
