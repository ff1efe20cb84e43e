/** The refusal of a job: a code for programs, one plain sentence and the place of the fault. A thread pool passes it from a thread to its caller. */
export class JobRefusal<Code extends string = string, Place extends object = object> extends Error {
  override readonly name: string = 'JobRefusal';
  readonly code: Code;
  readonly place: Place;

  constructor(code: Code, message: string, place: Place) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
