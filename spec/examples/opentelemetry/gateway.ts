import { subscribe } from 'node:diagnostics_channel'
import { type Attributes, metrics } from '@opentelemetry/api'

interface Instrument {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'histogram'
  /** The labels of every possible series. */
  readonly series: ReadonlyArray<Attributes>
}
interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: ReadonlyArray<{ readonly labels: Attributes; readonly value: number }>
}

const meter = metrics.getMeter('countersign')
const recorders = new Map<string, (value: number, labels: Attributes) => void>()

/** Comes once, when the gateway begins: what it measures, and a function that returns its state. */
subscribe('countersign:serve', (message) => {
  const { instruments, state } = message as {
    instruments: ReadonlyArray<Instrument>
    state: () => ReadonlyArray<Family>
  }
  for (const instrument of instruments) record(instrument)
  for (const { name, help, type } of state()) {
    const settings = { description: help }
    const shown =
      type === 'gauge' ? meter.createObservableGauge(name, settings) : meter.createObservableCounter(name, settings)
    shown.addCallback((result) => {
      for (const family of state())
        if (family.name === name) for (const { labels, value } of family.samples) result.observe(value, labels)
    })
  }
})

/** For each event: a counter grows by the value, or a histogram gets the value. */
subscribe('countersign:measure', (message) => {
  const { instrument, labels, value } = message as { instrument: Instrument; labels: Attributes; value: number }
  recorders.get(instrument.name)?.(value, labels)
})

const record = ({ name, help, kind, series }: Instrument): void => {
  if (kind === 'histogram') {
    const boundaries = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
    const advice = { explicitBucketBoundaries: boundaries }
    const histogram = meter.createHistogram(name, { description: help, unit: 's', advice })
    recorders.set(name, (value, labels) => histogram.record(value, labels))
    return
  }
  const counter = meter.createCounter(name, { description: help })
  // Each series begins at 0. An alarm on an increase does not see a series that begins at 1.
  for (const labels of series) counter.add(0, labels)
  recorders.set(name, (value, labels) => counter.add(value, labels))
}
