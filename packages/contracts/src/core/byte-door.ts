/** An address at which the gateway itself receives or sends bytes, without a key: its token or its visibility is the right. */
export interface ByteDoor {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The origin that serves it. */
  readonly origin: 'api' | 'public';
  /** The path, after `/v1` on the API; `:name` is a parameter. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE')[];
}

/** Declares a byte door without widening it. The OpenAPI document and the suites read these literals. */
export const byteDoor = <const Door extends ByteDoor>(door: Door): Door => door;
