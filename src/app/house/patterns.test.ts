import { check } from 'recheck'
import { describe, expect, it } from 'vitest'
import { type Pattern, scanSource } from '../testing/runs/source-scan.ts'

/**
 * A backtracking pattern takes quadratic time or worse on a crafted text and blocks the process for all callers.
 * `recheck` proves each pattern linear or finds such a text.
 */
const { literals, built, schemas } = scanSource()

/** Without an unbounded repetition a pattern reads a bounded part of the text from each position. */
const isUnbounded = (source: string) => /[*+]|\{\d+,\}/.test(source)

/** Steps alone decide: by the checker's own clocks a pattern that a loaded machine reads slowly is vulnerable. */
const BY_STEPS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: 100_000 } as const

async function faultsOf(patterns: Pattern[]): Promise<string[]> {
  const faults: string[] = []
  for (const { source, flags, at } of patterns) {
    const found = await check(source, flags, BY_STEPS)
    if (found.status === 'safe') continue
    const attack = found.status === 'vulnerable' ? found.attack.pattern : found.error.kind
    faults.push(`/${source}/${flags} in ${at} is ${found.status}: ${attack}`)
  }
  return faults
}

describe('patterns', () => {
  it('take linear time on every text', async () => {
    const unbounded = literals.filter(({ source }) => isUnbounded(source))
    const distinct = [...new Map(unbounded.map(one => [`/${one.source}/${one.flags}`, one])).values()]
    expect(distinct.length).toBeGreaterThan(50)
    expect(await faultsOf(distinct)).toEqual([])
  })

  it('detects a pattern that backtracks, such as the one that a ticket once stopped the process with', async () => {
    for (const source of ['<\\s*\\/?\\s*script', '\\s*[\\n\\t]\\s*', '-+$', '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'])
      expect(await faultsOf([{ source, flags: '', at: '' }])).toEqual([expect.stringContaining('vulnerable')])
  })

  it('patterns built at run time exist in four files, consist of constant parts, and take linear time', async () => {
    const SIGN = '[=+\\-@＝＋－＠]'
    const samples: Record<string, string[]> = {
      'packages/stripe-sandbox/src/payments/cards.ts': ['^\\d{3}$'],
      'packages/stripe-sandbox/src/trouble.ts': ['^/v1/refunds/[^/]+/cancel$'],
      'src/kernel/api/files/csv.server.ts': [
        `^(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])(?='*${SIGN})`,
        `^'(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])'(?='*${SIGN})`,
      ],
      // The patterns of our schemas, which the first test reads where they are written.
      'src/kernel/api/openapi/examples.ts': [],
    }
    expect(built.map(({ at }) => at).filter(at => !samples[at])).toEqual([])
    const all = Object.entries(samples).flatMap(([at, sources]) => sources.map(source => ({ source, flags: 'g', at })))
    expect(await faultsOf(all)).toEqual([])
  })
})

/** Methods that read or rewrite the whole text. */
const READERS = ['regex', 'refine', 'superRefine', 'check', 'transform', 'overwrite', 'pipe', 'normalize']
/** Anchored patterns with a bounded length need no `max`; the test above proves the others linear. */
const needsMax = (calls: { name: string }[]) =>
  calls[0]!.name !== 'string' || calls.some(({ name }) => READERS.includes(name) && name !== 'regex')

/** Schemas with their own check of the raw length, and schemas of one word: place → reason. */
const LENGTH_CHECKED: Record<string, string> = {
  'src/platform/env.ts': 'reads the environment, not what people send',
  'src/features/support/contract.ts': 'faultOf in rules.ts checks the raw length first',
  'src/ui/staff-kit/define-filters.ts': 'only cuts the text to its length, in the browser',
  'packages/stripe-sandbox/src/request/params.ts': 'compares with one word or a pattern of at most 16 characters',
}

describe('schemas of texts', () => {
  it('refuse a text that is too long before a pattern reads it', () => {
    const wrong = schemas.filter(({ at, calls }) => {
      const reader = calls.findIndex(({ name }, place) => (place === 0 ? name !== 'string' : READERS.includes(name)))
      if (reader < 0 || LENGTH_CHECKED[at.split(':')[0]!]) return false
      const max = calls.findIndex(({ name }) => name === 'max')
      if (max < 0) return needsMax(calls)
      return max > reader || !/\babort: true\b|\bfirst\(/.test(calls[max]!.args.join())
    })
    expect(schemas.length).toBeGreaterThan(300)
    expect(wrong.map(({ at }) => at)).toEqual([])
  })
})
