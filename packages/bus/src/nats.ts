import { internalProblem, Problem, type ProblemCode, problems } from '@space/contracts/core';
import { connect, ErrorCode, headers, type MsgHdrs, type NatsConnection, type NatsError, type Service, type ServiceMsg } from 'nats';
import { type Bus, type BusObserver, type Endpoint, MAX_MESSAGE_BYTES, type Reply, type Request } from './bus.ts';
import { answerTimeout, answerTooLarge, messageTooLarge, safeSubscriber } from './safe-subscribe.ts';

const CALL = 'Space-Call';
const ETAG = 'Space-Etag';
const REPLAYED = 'Space-Replayed';
const ERROR_CODE = 'Nats-Service-Error-Code';
const ERROR = 'Nats-Service-Error';

/**
 * Creates the bus of a cluster. Each operation is a NATS micro endpoint in the queue group of its service, so `nats micro
 * ls` lists them. One header carries caller, parameters and deadline; the payload is the body, unchanged.
 */
export async function natsBus(servers: string, name: string, observer: BusObserver = {}): Promise<Bus> {
  const connection = await connect({
    servers: servers.split(',').map((server) => server.trim()),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    // A stack trace per request costs more than sending the request.
    noAsyncTraces: true,
  });
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
            const answered = respond(endpoint, message, observer).finally(() => running.delete(answered));
            running.add(answered);
          },
        });
      await connection.flush();
    },
    async request(subject, request) {
      if (!connected) throw unavailable();
      if ((request.body?.length ?? 0) > MAX_MESSAGE_BYTES) throw messageTooLarge();
      const message = await connection
        .request(subject, request.body ?? undefined, {
          timeout: Math.max(1, request.deadline - Date.now()),
          headers: callHeaders(request),
        })
        .catch((error: NatsError) => {
          throw requestProblem(error);
        });
      return readReply(message.headers, message.data);
    },
    publish(signal, payload) {
      if (connected && !connection.isClosed()) connection.publish(signal, payload);
    },
    subscribe(signal, onMessage) {
      const safe = safeSubscriber(signal, onMessage, observer);
      const subscription = connection.subscribe(signal, { callback: (error, message) => error ?? safe(message.data) });
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

async function respond(endpoint: Endpoint, message: ServiceMsg, observer: BusObserver): Promise<void> {
  try {
    const reply = await endpoint.answer({ ...readCall(message), body: message.data.length > 0 ? message.data : null });
    send(message, (reply.body?.length ?? 0) > MAX_MESSAGE_BYTES ? { problem: answerTooLarge() } : reply);
  } catch (error) {
    if (!(error instanceof Problem)) observer.failed?.(`answer ${endpoint.subject}`, error);
    send(message, { problem: error instanceof Problem ? error : internalProblem() });
  }
}

function readCall(message: ServiceMsg): Omit<Request, 'body'> {
  try {
    return JSON.parse(message.headers!.get(CALL));
  } catch {
    throw new Problem('invalid', `The message is not a call: its header ${CALL} is missing or broken.`);
  }
}

function send(message: ServiceMsg, reply: Reply): void {
  const head = headers();
  if (reply.problem) {
    head.set(ERROR_CODE, String(reply.problem.status));
    head.set(ERROR, reply.problem.code);
  } else {
    if (reply.etag) head.set(ETAG, reply.etag);
    if (reply.replayed) head.set(REPLAYED, 'true');
  }
  const body = reply.problem ? JSON.stringify({ detail: reply.problem.message, extras: reply.problem.extras }) : reply.body;
  try {
    message.respond(body, { headers: head });
  } catch (error) {
    // The server's limit may be lower than ours. If the connection is closed, the caller waits until its deadline.
    if ((error as NatsError).code === ErrorCode.MaxPayloadExceeded && !reply.problem) send(message, { problem: answerTooLarge() });
  }
}

function readReply(head: MsgHdrs | undefined, body: Uint8Array): Reply {
  const code = head?.get(ERROR);
  if (!code) return { body, etag: head?.get(ETAG) || undefined, replayed: head?.get(REPLAYED) === 'true' || undefined };
  const { detail, extras } = JSON.parse(new TextDecoder().decode(body)) as { detail: string; extras: object };
  return { problem: new Problem(code in problems ? (code as ProblemCode) : 'internal', detail, { ...extras }) };
}

function callHeaders(request: Request): MsgHdrs {
  const { body: _body, ...call } = request;
  const head = headers();
  // NATS headers are ASCII lines, so other characters become \u escapes.
  head.set(
    CALL,
    JSON.stringify(call).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  return head;
}

const unavailable = (): Problem =>
  new Problem('unavailable', 'The service that answers this cannot be reached; try again in a second.', { retry_after_s: 1 });

function requestProblem(error: NatsError): Problem {
  if (error.code === ErrorCode.Timeout) return answerTimeout();
  if (error.code === ErrorCode.MaxPayloadExceeded) return messageTooLarge();
  return unavailable();
}
