/** A response with its whole body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or the text of a file; undefined if the body is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests check what a response contains
  readonly body: any;
}
