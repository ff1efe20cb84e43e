/**
 * Reasons of a BrokersFailure:
 * - `missing`: this machine cannot run them. Only this one may turn a test suite into a skip.
 * - `unusable`: NATS_URL or KAFKA_BROKERS is invalid, or only one of them is set.
 * - `silent`: the brokers of NATS_URL and KAFKA_BROKERS do not answer.
 * - `broken`: a started broker failed.
 */
export type BrokersFailureCode = 'missing' | 'unusable' | 'silent' | 'broken';

/** No brokers are available: a code for programs and a sentence for people. The sentence of `missing` names everything that is missing. */
export class BrokersFailure extends Error {
  override readonly name = 'BrokersFailure';
  readonly code: BrokersFailureCode;

  constructor(code: BrokersFailureCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
