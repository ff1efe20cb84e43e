import { internalProblem, Problem, type ProblemCode, problems } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import type { MessageSigner } from '@space/crypto';
import { ErrorCode, headers, type MsgHdrs, type NatsConnection, type NatsError, type Service, type ServiceMsg } from 'nats';
import { asciiJson } from './ascii-json.ts';
import type { Bus, BusObserver, Endpoint, Reply, Request } from './bus.ts';
import { connectToNats, type NatsServer } from './nats-connection.ts';
import { answerTimeout, answerTooLarge, messageTooLarge, safeSubscriber } from './safe-subscribe.ts';
import { createMessageSeal, type MessageSeal, SIGNATURE_HEADER } from './signed-message.ts';

const CALL = 'Space-Call';
const ETAG = 'Space-Etag';
const REPLAYED = 'Space-Replayed';
const UNDERSTOOD = 'Space-Understood';
const ERROR_CODE = 'Nats-Service-Error-Code';
const ERROR = 'Nats-Service-Error';
const UNAUTHORIZED = 401;

const NOTHING = new Uint8Array();

/** The servers of a NATS bus, the name of this process, and the signer of its messages. */
export interface NatsBusOptions extends NatsServer {
  readonly name: string;
  readonly signer: MessageSigner;
}

/**
 * Creates the bus of a cluster. Each operation is a NATS micro endpoint in the queue group of its service, so `nats micro
 * ls` lists them. One header carries caller, parameters and deadline; the payload is the body, unchanged. Every call, answer
 * and signal is signed, and one without a valid signature has no effect (ADR 19).
 */
export async function natsBus({ name, signer, ...server }: NatsBusOptions, observer: BusObserver = {}): Promise<Bus> {
  const seal = createMessageSeal(signer);
  const connection = await connectToNats(server, name, observer);
  let connected = true;
  void watchStatus(connection, (now) => {
    connected = now;
  });
  const services: Service[] = [];
  const running = new Set<Promise<void>>();
  return {
    async serve(service, endpoints) {
      const micro = await connection.services.add({ name: service, version: '1.0.0', queue: service });
      services.push(micro);
      for (const endpoint of endpoints)
        micro.addEndpoint(endpoint.subject.replaceAll('.', '-'), {
          subject: endpoint.subject,
          handler: (error, message) => {
            if (error) return;
            const answered = respond(endpoint, message, seal, observer).finally(() => running.delete(answered));
            running.add(answered);
          },
        });
      await connection.flush();
    },
    async request(subject, request) {
      if (!connected) throw unavailable();
      if ((request.body?.length ?? 0) > MAX_MESSAGE_BYTES) throw messageTooLarge();
      const call = callText(request);
      const signature = seal.signCall(subject, call, request.body ?? NOTHING, request.deadline);
      const message = await connection
        .request(subject, request.body ?? undefined, {
          timeout: Math.max(1, request.deadline - Date.now()),
          headers: headersOf([CALL, call], [SIGNATURE_HEADER, signature]),
        })
        .catch((error: NatsError) => {
          throw requestProblem(error);
        });
      const head = message.headers;
      const refused = seal.refuseAnswer(head?.get(SIGNATURE_HEADER) ?? '', signature, statusOf(head), message.data);
      if (!refused) return readReply(head, message.data);
      observer.refused?.('answer', refused, subject);
      throw unavailable();
    },
    publish(signal, payload) {
      if (!connected || connection.isClosed()) return;
      connection.publish(signal, payload, { headers: headersOf([SIGNATURE_HEADER, seal.signSignal(signal, payload)]) });
    },
    subscribe(signal, onMessage) {
      const safe = safeSubscriber(signal, onMessage, observer);
      const subscription = connection.subscribe(signal, {
        callback: (error, { headers: head, data }) => {
          if (error) return;
          const refused = seal.refuseSignal(head?.get(SIGNATURE_HEADER) ?? '', signal, data);
          if (refused) observer.refused?.('signal', refused, signal);
          else safe(data);
        },
      });
      return () => subscription.unsubscribe();
    },
    ready: () => connected && !connection.isClosed(),
    async close() {
      await Promise.allSettled(services.map((service) => service.stop()));
      await Promise.allSettled(running);
      if (!connection.isClosed()) await connection.drain();
    },
  };
}

async function watchStatus(connection: NatsConnection, onChange: (connected: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') onChange(false);
    if (type === 'reconnect') onChange(true);
  }
}

/** Answers a call. A call without a valid signature gets an empty error: nothing of it is parsed. */
async function respond(endpoint: Endpoint, message: ServiceMsg, seal: MessageSeal, observer: BusObserver): Promise<void> {
  const call = message.headers?.get(CALL) ?? '';
  const signature = message.headers?.get(SIGNATURE_HEADER) ?? '';
  const refused = seal.refuseCall(signature, endpoint.subject, call, message.data);
  if (refused) {
    observer.refused?.('call', refused, endpoint.subject);
    message.respondError(UNAUTHORIZED, refused);
    return;
  }
  const send = (reply: Reply): void => sendReply(message, reply, seal, signature);
  try {
    const body = message.data.length > 0 ? message.data : null;
    const reply = await endpoint.answer({ ...(JSON.parse(call) as Omit<Request, 'body'>), body });
    send((reply.body?.length ?? 0) > MAX_MESSAGE_BYTES ? { problem: answerTooLarge() } : reply);
  } catch (error) {
    if (!(error instanceof Problem)) observer.failed?.(`answer ${endpoint.subject}`, error);
    send({ problem: error instanceof Problem ? error : internalProblem() });
  }
}

function sendReply(message: ServiceMsg, reply: Reply, seal: MessageSeal, callSignature: string): void {
  const head = headers();
  if (reply.problem) {
    head.set(ERROR_CODE, String(reply.problem.status));
    head.set(ERROR, reply.problem.code);
  } else {
    if (reply.etag) head.set(ETAG, reply.etag);
    if (reply.replayed) head.set(REPLAYED, 'true');
    if (reply.understood) head.set(UNDERSTOOD, asciiJson(reply.understood));
  }
  const body = reply.problem ? Buffer.from(JSON.stringify({ detail: reply.problem.message, extras: reply.problem.extras })) : reply.body;
  head.set(SIGNATURE_HEADER, seal.signAnswer(callSignature, statusOf(head), body));
  try {
    message.respond(body, { headers: head });
  } catch (error) {
    // The server's limit may be lower than ours. If the connection is closed, the caller waits until its deadline.
    if ((error as NatsError).code === ErrorCode.MaxPayloadExceeded && !reply.problem)
      sendReply(message, { problem: answerTooLarge() }, seal, callSignature);
  }
}

function readReply(head: MsgHdrs | undefined, body: Uint8Array): Reply {
  const code = head?.get(ERROR);
  if (!code) {
    const understood = head?.get(UNDERSTOOD);
    return {
      body,
      etag: head?.get(ETAG) || undefined,
      replayed: head?.get(REPLAYED) === 'true' || undefined,
      understood: understood ? (JSON.parse(understood) as string[]) : undefined,
    };
  }
  const { detail, extras } = JSON.parse(new TextDecoder().decode(body)) as { detail: string; extras: object };
  return { problem: new Problem(code in problems ? (code as ProblemCode) : 'internal', detail, { ...extras }) };
}

/** Returns everything of a call but its body, as one line of ASCII. */
const callText = ({ body: _body, ...call }: Request): string => asciiJson(call);

function headersOf(...entries: [string, string][]): MsgHdrs {
  const head = headers();
  for (const [name, value] of entries) head.set(name, value);
  return head;
}

/** Returns the headers of an answer that its signature covers. */
function statusOf(head: MsgHdrs | undefined): string {
  const status = [ERROR_CODE, ERROR, ETAG, REPLAYED].map((name) => head?.get(name) ?? '').join('\n');
  const understood = head?.get(UNDERSTOOD);
  return understood ? `${status}\n${understood}` : status;
}

const unavailable = (): Problem =>
  new Problem('unavailable', 'The service that answers this cannot be reached; try again in a second.', { retry_after_s: 1 });

function requestProblem(error: NatsError): Problem {
  if (error.code === ErrorCode.Timeout) return answerTimeout();
  if (error.code === ErrorCode.MaxPayloadExceeded) return messageTooLarge();
  return unavailable();
}
