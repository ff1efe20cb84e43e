import { createContext } from 'react';

/** The knowledge of the page about the things that a whiteboard shows. */
export interface BoardThings {
  /** Returns the address of a picture, or undefined for one that cannot be shown. */
  readonly pictureOf: (asset_id: string) => Promise<string | undefined>;
  /** Returns the word of the kind of a thing, such as Table. */
  readonly kindOf: (address: string) => string;
  /** Returns the name of a thing, or undefined for one that does not exist or may not be read. */
  readonly nameOf: (address: string) => Promise<string | undefined>;
}

/** A page that knows nothing. */
export const BoardThingsContext = createContext<BoardThings>({
  pictureOf: async () => undefined,
  kindOf: (address) => address,
  nameOf: async () => undefined,
});
