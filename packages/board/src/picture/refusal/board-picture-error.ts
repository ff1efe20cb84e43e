import { JobRefusal } from '@space/worker';

/** The reasons for which a picture of a board is refused. */
export type BoardPictureErrorCode =
  /** The picture would be larger than a limit, or takes too much processor time or memory. */
  | 'too_large'
  /** The board does not have the frame. */
  | 'not_found'
  /** The machine had no time for the picture. */
  | 'busy';

/** A refusal with a code and one plain sentence that names the way out. */
export class BoardPictureError extends JobRefusal<BoardPictureErrorCode> {
  override readonly name = 'BoardPictureError';

  constructor(code: BoardPictureErrorCode, message: string) {
    super(code, message, {});
  }
}
