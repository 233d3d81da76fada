// In your system, this is the file that starts your SDK. This one prints spans.
import { metrics, trace } from '@opentelemetry/api'
import { ConsoleMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

const spanProcessors = [new SimpleSpanProcessor(new ConsoleSpanExporter())]
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }))
const readers = [new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })]
metrics.setGlobalMeterProvider(new MeterProvider({ readers }))
