import { MAX_ATTRIBUTE_LENGTH } from './limits.ts';

/** A value of an attribute of a node or mark. */
export type AttributeValue = string | number | boolean | null | readonly number[];

/** A rule for values: `test` returns true for a valid value, `rule` ends the sentence "`level` …". */
export interface AttributeRule {
  readonly test: (value: unknown) => boolean;
  readonly rule: string;
  readonly default: AttributeValue;
}

/** An attribute in the shape that prosemirror-model takes, with the rule that updates are validated by. */
export interface AttributeDefinition {
  readonly default: AttributeValue;
  readonly validate: (value: unknown) => void;
  readonly rule: AttributeRule;
}

/** Returns an attribute that follows a rule. */
export function attribute(rule: AttributeRule): AttributeDefinition {
  return {
    default: rule.default,
    rule,
    validate: function validateAttribute(value) {
      if (!rule.test(value)) throw new RangeError(`The attribute ${rule.rule}.`);
    },
  };
}

const isNull = (value: unknown): value is null => value === null || value === undefined;

/** Returns an attribute that is one of some texts, or null. */
export function choice(values: readonly string[], standard: string | null = null): AttributeDefinition {
  return attribute({
    test: (value) => isNull(value) || (typeof value === 'string' && values.includes(value)),
    rule: `is one of ${values.join(', ')}`,
    default: standard,
  });
}

/** Returns an attribute that is a whole number of a range, or null. */
export function wholeNumber(least: number, most: number, standard: number | null): AttributeDefinition {
  return attribute({
    test: (value) => isNull(value) || (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most),
    rule: `is a whole number from ${least} to ${most}`,
    default: standard,
  });
}

/** Returns an attribute that is true, false or null. */
export function flag(standard: boolean | null): AttributeDefinition {
  return attribute({ test: (value) => isNull(value) || typeof value === 'boolean', rule: 'is true, false or null', default: standard });
}

/** Returns an attribute that is a text of a length, or null. */
export function shortText(most: number = MAX_ATTRIBUTE_LENGTH): AttributeDefinition {
  return attribute({
    test: (value) => isNull(value) || (typeof value === 'string' && value.length <= most),
    rule: `is a text of at most ${most} characters`,
    default: null,
  });
}

/** Returns an attribute that is an address which `isSafeAddress` accepts, or null. */
export function address(): AttributeDefinition {
  return attribute({
    test: (value) => isNull(value) || (typeof value === 'string' && value.length <= MAX_ATTRIBUTE_LENGTH && isSafeAddress(value)),
    rule: `is a relative address or one of the schemes ${schemes.join(', ')}, of at most ${MAX_ATTRIBUTE_LENGTH} characters`,
    default: null,
  });
}

/** Returns an attribute that is a list of widths in pixels, or null. */
export function widths(): AttributeDefinition {
  return attribute({
    test: (value) =>
      isNull(value) || (Array.isArray(value) && value.length <= 100 && value.every((width) => Number.isInteger(width) && width >= 0)),
    rule: 'is a list of at most 100 whole numbers',
    default: null,
  });
}

/** An id of a block: `blk_` and 1 to 64 letters, digits, hyphens or underscores. */
export function blockId(): AttributeDefinition {
  return attribute({
    test: (value) => isNull(value) || (typeof value === 'string' && blockIdPattern.test(value)),
    rule: 'is `blk_` and 1 to 64 letters, digits, hyphens or underscores',
    default: null,
  });
}

const blockIdPattern = /^blk_[A-Za-z0-9_-]{1,64}$/;

/** The schemes of addresses in documents. */
export const schemes = ['http', 'https', 'mailto', 'tel', 'space'] as const;

/** Returns true if an address is relative or has one of the schemes http, https, mailto, tel and space. */
export function isSafeAddress(href: string): boolean {
  // Browsers ignore control characters and leading spaces, so a scheme is looked for without them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that browsers ignore.
  const scheme = /^([^/?#:]*):/.exec(href.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1];
  return scheme === undefined || (schemes as readonly string[]).includes(scheme.toLowerCase());
}
