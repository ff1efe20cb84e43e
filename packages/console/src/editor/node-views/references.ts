/** The knowledge of the page about addresses in a document. */
export interface References {
  /** Returns the address in the browser of a link, or undefined if it leads nowhere. */
  readonly hrefOf: (href: string) => string | undefined;
  /** Returns the word of the kind of a thing, such as "Table". */
  readonly kindOf: (href: string) => string;
  /** Reads the name of a thing; undefined for one that does not exist or that the person may not read. Rejects if the read failed. */
  readonly nameOf: (href: string) => Promise<string | undefined>;
  /** Reads the address of a picture to show; undefined for one that cannot be shown. Rejects if the read failed. */
  readonly pictureOf: (src: string) => Promise<string | undefined>;
  /** Opens the address of a link or a card. */
  readonly open: (href: string) => void;
}
