import type { FieldError } from '@space/contracts/core';
import type { SocialError, SocialPlatform } from '@space/contracts/publishing';

/** An account as its network describes it. */
export interface RemoteAccount {
  readonly server: string;
  readonly remote_id: string;
  readonly handle: string;
  readonly display_name: string;
  readonly url: string;
  readonly max_characters: number;
  readonly max_media: number;
  /** The session that the network issued for the secret, or null; stored sealed. */
  readonly session: string | null;
}

/** The credentials of an account. */
export interface Credentials {
  readonly server: string;
  readonly remote_id: string;
  readonly handle: string;
  readonly secret: string;
  readonly session: string | null;
  /** Stores a new session in place of the one that has expired. */
  saveSession(session: string): Promise<void>;
}

/** A picture that was downloaded. */
export interface Picture {
  readonly bytes: Buffer;
  /** The media type, for example `image/png`. */
  readonly type: string;
  readonly alt_text: string;
}

/** The content of a post. */
export interface PostContent {
  readonly text: string;
  readonly media: readonly { readonly url: string; readonly alt_text: string }[];
  /** BCP 47 language of the text. */
  readonly language: string | null;
  readonly content_warning: string | null;
}

/** A request to publish a post on one account. */
export interface PublishRequest extends PostContent {
  readonly pictures: readonly Picture[];
  /** The idempotency key: the same for each attempt, so that the network publishes the post once. */
  readonly key: string;
  /** The time of the first attempt, ISO 8601. */
  readonly created_at: string;
  /** True when an earlier attempt was made, with any outcome. */
  readonly was_attempted: boolean;
  /** The time since which the network may have the post, in milliseconds since the epoch; null when it certainly has not. */
  readonly in_doubt_since: number | null;
}

/** The post as its network stored it. */
export interface PublishReceipt {
  readonly remote_id: string;
  readonly url: string | null;
}

/** Counts of the reactions to a post. */
export interface PostAnalytics {
  readonly likes: number;
  readonly reposts: number;
  readonly replies: number;
}

/** The server, the identifier and the secret with which an operator connects an account. */
interface ConnectRequest {
  readonly server: string | undefined;
  readonly identifier: string | undefined;
  readonly secret: string;
}

/** The limits of one account. */
type AccountLimits = Pick<RemoteAccount, 'max_characters' | 'max_media'>;

/** A field of a post that a network would refuse, and the reason. */
type ContentError = Pick<FieldError, 'path' | 'message'>;

/**
 * The port of one social network. Calls of `publish` with the same key publish one post, as far as the network makes that
 * possible. All methods throw NetworkError and nothing else.
 */
export interface Network {
  readonly platform: SocialPlatform;
  /** The size of the largest picture that the network accepts, in bytes. */
  readonly maxPictureBytes: number;
  /** Returns the account that a secret belongs to. */
  connect(request: ConnectRequest): Promise<RemoteAccount>;
  /** Returns the errors of a content that the network would refuse; none when it would accept it. */
  validate(content: PostContent, limits: AccountLimits): readonly ContentError[];
  /** Asks the network if it accepts the credentials, by a read that changes nothing there. */
  check(account: Credentials): Promise<void>;
  /** Publishes a post. */
  publish(account: Credentials, request: PublishRequest): Promise<PublishReceipt>;
  /** Returns the present counts of a post; null when the post does not exist any more. */
  measure(account: Credentials, remoteId: string): Promise<PostAnalytics | null>;
}

/** Facts about a failure of a network. */
interface NetworkErrorOptions {
  readonly isTransient?: boolean;
  readonly isInDoubt?: boolean;
  readonly retryAfterMs?: number;
  readonly status?: number | undefined;
}

/** The reason why a network did not do what it was asked. */
export class NetworkError extends Error {
  readonly kind: SocialError;
  /** True when a retry may succeed. */
  readonly isTransient: boolean;
  /** True when the network may have done it nevertheless. */
  readonly isInDoubt: boolean;
  /** The least pause before a retry, in milliseconds. */
  readonly retryAfterMs: number;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;

  constructor(
    kind: SocialError,
    message: string,
    { isTransient = false, isInDoubt = false, retryAfterMs = 0, status }: NetworkErrorOptions = {},
  ) {
    super(message);
    this.name = 'NetworkError';
    this.kind = kind;
    this.isTransient = isTransient;
    this.isInDoubt = isInDoubt;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }
}
