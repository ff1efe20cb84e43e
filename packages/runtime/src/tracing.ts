import { context, propagation, trace } from '@opentelemetry/api';
import type { Config } from './config.ts';

/** Starts sending traces to OTEL_EXPORTER_OTLP_ENDPOINT and returns the function that stops. Without this setting it does not load the SDK. */
export async function startTracing(service: string, config: Config): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'space' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
