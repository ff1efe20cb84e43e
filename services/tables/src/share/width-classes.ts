/**
 * The widths of the columns on one page. The policy of a page forbids styles in elements, so that each width is a class, and the
 * style of the page has the rules of the classes that it uses.
 */
export interface WidthClasses {
  /** Returns the classes of a width in pixels; undefined without a width. */
  of(width: number | undefined): string | undefined;
  /** Returns the rules of all classes so far. */
  style(): string;
}

/** Returns the classes of a page. */
export function createWidthClasses(): WidthClasses {
  const used = new Set<number>();
  return {
    of(width) {
      if (width === undefined) return undefined;
      used.add(width);
      return `sized u${width}`;
    },
    style: () => [...used].map((width) => `.u${width} { --width: ${width}px; }\n`).join(''),
  };
}
