/**
 * Why there are no brokers.
 * - `missing`: nothing here can run them. The only one that a test run may turn into a skip.
 * - `unusable`: NATS_URL or KAFKA_BROKERS cannot be understood, or only one of them is set.
 * - `silent`: the brokers that were given do not answer.
 * - `broken`: they were started, and failed.
 */
export type BrokersFailureCode = 'missing' | 'unusable' | 'silent' | 'broken';

/** There are no brokers: a code for machines and a sentence for people; the sentence of `missing` names all that was missing. */
export class BrokersFailure extends Error {
  override readonly name = 'BrokersFailure';
  readonly code: BrokersFailureCode;

  constructor(code: BrokersFailureCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
