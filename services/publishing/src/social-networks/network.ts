import type { SocialError, SocialPlatform } from '@space/contracts/publishing';

/** An account as its network says who it is. */
export interface RemoteAccount {
  readonly server: string;
  readonly remote_id: string;
  readonly handle: string;
  readonly display_name: string;
  readonly url: string;
  readonly max_characters: number;
  readonly max_media: number;
  /** What the network gave for the secret and takes instead; kept sealed. */
  readonly session: string | null;
}

/** What opens an account. */
export interface Credentials {
  readonly server: string;
  readonly remote_id: string;
  readonly handle: string;
  readonly secret: string;
  readonly session: string | null;
  /** Keeps a new session in place of the one that is over. */
  saveSession(session: string): Promise<void>;
}

/** A picture that was fetched. */
export interface Picture {
  readonly bytes: Buffer;
  readonly type: string;
  readonly alt_text: string;
}

/** What is said. */
export interface PostContent {
  readonly text: string;
  readonly media: readonly { readonly url: string; readonly alt_text: string }[];
  readonly language: string | null;
  readonly content_warning: string | null;
}

/** A saying that is handed to its network. */
export interface PublishRequest extends PostContent {
  readonly pictures: readonly Picture[];
  /** The same each time it is handed over: the network takes it once. */
  readonly key: string;
  /** When it was handed over first, ISO 8601. */
  readonly created_at: string;
  /** Whether it was handed over before, however that ended. */
  readonly was_attempted: boolean;
  /** Since when the network may have it without our knowing, in milliseconds since the epoch; null when it surely has not. */
  readonly in_doubt_since: number | null;
}

/** Where a network has what it was handed. */
interface PublishReceipt {
  readonly remote_id: string;
  readonly url: string | null;
}

/** How a saying was taken. */
interface PostAnalytics {
  readonly likes: number;
  readonly reposts: number;
  readonly replies: number;
}

/** Who connects an account, and with what. */
interface ConnectRequest {
  readonly server: string | undefined;
  readonly identifier: string | undefined;
  readonly secret: string;
}

/**
 * One social network, as everything here speaks to it. What it promises: `publish` with the same key makes one post, as far
 * as the network lets that be so. Everything that goes wrong is a NetworkRefusal.
 */
export interface Network {
  readonly platform: SocialPlatform;
  /** Asks the network whose secret this is. */
  connect(connecting: ConnectRequest): Promise<RemoteAccount>;
  /** What the network would not take of a saying: a field and one sentence each. */
  validate(
    saying: PostContent,
    limits: { readonly max_characters: number; readonly max_media: number },
  ): readonly { path: string; message: string }[];
  /** The largest picture it takes, in bytes. */
  readonly maxPictureBytes: number;
  publish(account: Credentials, handing: PublishRequest): Promise<PublishReceipt>;
  /** How a saying was taken until now; null when it is there no more. */
  measure(account: Credentials, remoteId: string): Promise<PostAnalytics | null>;
}

/** Why a network has not taken something. */
export class NetworkError extends Error {
  readonly kind: SocialError;
  /** Whether it may take it later. */
  readonly isTransient: boolean;
  /** Whether it may have it nevertheless. */
  readonly isInDoubt: boolean;
  readonly retryAfterMs: number;

  constructor(kind: SocialError, message: string, { passes = false, inDoubt = false, retryAfterMs = 0 } = {}) {
    super(message);
    this.name = 'NetworkRefusal';
    this.kind = kind;
    this.isTransient = passes;
    this.isInDoubt = inDoubt;
    this.retryAfterMs = retryAfterMs;
  }
}
