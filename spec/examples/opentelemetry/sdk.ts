// Stands for the file that starts your SDK: it prints spans, where yours exports them.
import { metrics, trace } from '@opentelemetry/api'
import { ConsoleMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

const spanProcessors = [new SimpleSpanProcessor(new ConsoleSpanExporter())]
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }))
const readers = [new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })]
metrics.setGlobalMeterProvider(new MeterProvider({ readers }))
