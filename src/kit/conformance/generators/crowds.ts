/** Requests by the hundred and by the thousand. */
import * as Draw from '../../values/Draw.ts'
import { type Drawn, drawing, type Generator } from './Generator.ts'
import { again, bySeconds, type Crowd, type Event, faults, historyOf, play, quiet, type Setting } from './played.ts'
import { usual } from './signedRequest.ts'

const crowded = 'hundreds or thousands of requests change nothing for the next, and no nonce is forgotten'

type Played = ReadonlyArray<Event | Crowd>
/** What comes to the verifier; the first key is quick, and its crowd is signed once for all. */
const crowdOf = (all: Draw.Draw<readonly [Partial<Setting>, Played]>): Draw.Draw<Drawn<'verify'>> =>
  all.map(([some, events]) => {
    const setting: Setting = {
      maxAge: 300,
      maxSkew: 60,
      start: usual,
      registered: [
        { appId: 'app-1', pair: 'quick-0' },
        { appId: 'app-2', pair: 'app-2' },
      ],
      ...some,
    }
    return { ...historyOf(setting, play(setting, events)), rule: crowded }
  })

const sizes = Draw.integer(130, 300)
const fresh: Event = { ...quiet, nonce: 'last' }
/** The last one is the first again, or new. */
const ends: ReadonlyArray<Event> = [again, fresh]

const crowdsOfHundreds: ReadonlyArray<Draw.Draw<Drawn<'verify'>>> = ends.flatMap((end) =>
  [
    // At one time: of the first's key and of another.
    sizes.map((crowd) => [{}, [quiet, { crowd }, end]] as const),
    sizes.map((crowd) => [{}, [quiet, { crowd, signer: 0 }, { ...end, signer: 1 }, end]] as const),
    sizes.map((crowd) => [{}, [{ ...quiet, signer: 1 }, { crowd }, { ...end, signer: 1 }]] as const),
    // The same one again and again.
    sizes.map((count) => [{}, [quiet, fresh, ...Array.from({ length: count }, () => again), end]] as const),
    // One in a second, up to the last in which the first is fresh.
    Draw.constant([{}, [quiet, { crowd: 300, stamp: 'one in a second' }, end]] as const),
    Draw.constant([
      { maxAge: 100, maxSkew: 100 },
      [{ ...quiet, stamp: { ages: 0, skews: 1, seconds: 0 } }, { crowd: 200, stamp: 'one in a second' }, end],
    ] as const),
    // Younger than the first, and older.
    sizes.map((crowd) => [{ start: usual - 60 }, [quiet, { crowd }, end]] as const),
    sizes.map((crowd) => [{ start: usual + 300 }, [quiet, { crowd }, end]] as const),
    // With a window of a day, and of a second.
    sizes.map(
      (crowd) => [{ maxAge: 86_400, maxSkew: 0 }, [quiet, { crowd }, { ...end, move: bySeconds(86_400) }]] as const,
    ),
    sizes.map((crowd) => [{ maxAge: 1, maxSkew: 1 }, [quiet, { crowd }, { ...end, move: bySeconds(1) }]] as const),
  ].map(crowdOf),
)

/** A hundred with the same fault shut nobody out. */
const refused: ReadonlyArray<Draw.Draw<Drawn<'verify'>>> = faults.map((fault) =>
  crowdOf(Draw.constantFrom(...ends).map((end) => [{}, [quiet, { crowd: 100, fault }, end]] as const)),
)

/**
 * Thousands, when the first is too old; then the clock goes back, so that it is fresh once more. More than a memory of 4,096 holds,
 * and no longer an answer than the runner reads.
 */
const throngs: ReadonlyArray<Draw.Draw<Drawn<'verify'>>> = [
  crowdOf(
    Draw.tuple(Draw.integer(4100, 4200), Draw.constantFrom(...ends)).map(([crowd, end]) => [
      { start: usual - 301 },
      [
        quiet,
        { ...quiet, nonce: 'second', move: bySeconds(301) },
        { crowd },
        { ...again, back: crowd },
        { ...again, move: bySeconds(-1) },
        end,
      ],
    ]),
  ),
]

export const crowds: ReadonlyArray<Generator> = [
  drawing('crowd', 'verify', [...crowdsOfHundreds, ...refused]),
  drawing('throng', 'verify', throngs),
]
