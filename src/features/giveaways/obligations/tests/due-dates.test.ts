import { describe, expect, it } from 'vitest'
import {
  blockInWords,
  blockOf,
  type DutyFacts,
  dueDayOf,
  dutiesOf,
  type Finished,
  filedRulesInWords,
  statusOf,
} from '../due-dates.ts'
import { DUTIES } from '../duties.ts'

const facts = (given: Partial<DutyFacts> = {}): DutyFacts => ({
  valueCents: 600_000,
  eligibleStates: ['FL', 'NY', 'RI', 'UT'],
  retailStates: [],
  beginsAt: new Date('2026-06-15T18:00:00Z'),
  drawAt: new Date('2026-08-03T18:00:00Z'),
  timeZone: 'America/Denver',
  isCancelled: false,
  ...given,
  widestStates: given.widestStates ?? given.eligibleStates ?? ['FL', 'NY', 'RI', 'UT'],
})
const duty = (id: string) => DUTIES.find(one => one.id === id)!
const idsOf = (given: Partial<DutyFacts>) => dutiesOf(facts(given)).map(({ id }) => id)

const FLORIDA = ['fl-filing', 'fl-bond', 'fl-winners']
const NEW_YORK = ['ny-filing', 'ny-bond', 'ny-winners']
const IRS = ['irs-statement', 'irs-return']
const drawnIn = (year: number) => ({ drawAt: new Date(`${year}-08-03T18:00:00Z`) })

/** Each cell of jurisdiction, value and date: the facts, and the duties that must be and must not be in the list. */
const CELLS: readonly [string, Partial<DutyFacts>, string[], string[]][] = [
  ['Florida at $5,000', { valueCents: 500_000 }, [], FLORIDA],
  ['Florida above $5,000', { valueCents: 500_001 }, FLORIDA, []],
  ['Florida excluded', { eligibleStates: ['NY', 'UT'] }, NEW_YORK, FLORIDA],
  ['New York at $5,000', { valueCents: 500_000 }, [], NEW_YORK],
  ['New York above $5,000', { valueCents: 500_001 }, NEW_YORK, []],
  ['New York excluded', { eligibleStates: ['FL', 'UT'] }, FLORIDA, NEW_YORK],
  ['Rhode Island online', { valueCents: 50_001 }, [], ['ri-filing']],
  ['Rhode Island store at $500', { valueCents: 50_000, retailStates: ['RI'] }, [], ['ri-filing']],
  [
    'Rhode Island store above $500',
    { valueCents: 50_001, retailStates: ['RI'] },
    ['ri-filing'],
    [...FLORIDA, ...NEW_YORK],
  ],
  ['Rhode Island excluded', { retailStates: ['RI'], eligibleStates: ['UT'] }, [], ['ri-filing']],
  ['a store elsewhere', { retailStates: ['UT'] }, [], ['ri-filing']],
  ['1099 of 2025 at $599.99', { valueCents: 59_999, ...drawnIn(2025) }, [], IRS],
  ['1099 of 2025 at $600', { valueCents: 60_000, ...drawnIn(2025) }, IRS, []],
  ['1099 of 2026 at $1,999.99', { valueCents: 199_999, ...drawnIn(2026) }, [], IRS],
  ['1099 of 2026 at $2,000', { valueCents: 200_000, ...drawnIn(2026) }, IRS, []],
  ['1099 of 2028 at $2,000', { valueCents: 200_000, ...drawnIn(2028) }, IRS, []],
  ['1099 by the day of the shop', { valueCents: 60_000, drawAt: new Date('2026-01-01T05:00:00Z') }, IRS, []],
  ['1099 with the draw open, by the start', { valueCents: 60_000, drawAt: null }, [], IRS],
  ['a cancelled giveaway', { isCancelled: true }, ['fl-filing', 'ny-bond'], ['fl-winners', 'ny-winners', ...IRS]],
]

describe('the table of duties', () => {
  it.each(CELLS)('%s [B-26.1]', (_, given, present, absent) => {
    const ids = idsOf(given)
    expect(ids).toEqual(expect.arrayContaining(present))
    expect(ids.filter(id => absent.includes(id))).toEqual([])
  })

  it.each([
    ['ny-filing', '2026-05-16'],
    ['ny-bond', '2026-05-16'],
    ['fl-filing', '2026-06-08'],
    ['fl-bond', '2026-06-08'],
    ['ri-filing', '2026-06-15'],
    ['fl-winners', '2026-10-02'],
    ['ny-winners', '2026-11-01'],
    // January 31, 2027 is a Sunday.
    ['irs-statement', '2027-02-01'],
    ['irs-return', '2027-03-31'],
  ])('%s is due %s, for entries from June 15 and a draw on August 3 [B-26.2]', (id, day) => {
    expect(dueDayOf(duty(id).due, facts())).toBe(day)
  })

  it('a duty after the draw has no date while the draw is open, and days are those of the shop [B-26.2]', () => {
    expect(dueDayOf(duty('fl-winners').due, facts({ drawAt: null }))).toBeNull()
    expect(dueDayOf(duty('fl-filing').due, facts({ beginsAt: new Date('2026-06-16T05:30:00Z') }))).toBe('2026-06-08')
    expect(dueDayOf(duty('irs-statement').due, facts(drawnIn(2025)))).toBe('2026-02-02')
  })

  it('each row names its source, what of it was read, and when [B-26.3]', () => {
    for (const { id, source } of DUTIES) {
      expect(source.url, id).toMatch(/^https:\/\//)
      expect(source.citation, id).toMatch(/\d/)
      expect(source.readOn, id).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
    expect(new Set(DUTIES.map(({ id }) => id)).size).toBe(DUTIES.length)
    expect(duty('fl-winners').source.read).toBe('secondary')
    expect(duty('ri-filing').source.caveat).toContain('2024')
  })
})

const finished = (given: Partial<Finished> = {}): Finished => ({
  ...{ state: 'done', doneOn: '2026-05-10', valueCents: 600_000, beginsAt: facts().beginsAt },
  ...{ rulesHash: null, rulesVersion: null },
  ...given,
})

describe('a duty', () => {
  it.each(DUTIES.map(({ id }) => id))('%s turns from open to overdue the day after its date [B-26.4]', id => {
    const dueOn = dueDayOf(duty(id).due, facts())!
    // Noon and the last minute of the day in Mountain time.
    expect(statusOf(dueOn, undefined, facts(), new Date(`${dueOn}T18:00:00Z`))).toBe('open')
    expect(statusOf(dueOn, undefined, facts(), new Date(+new Date(`${dueOn}T18:00:00Z`) + 86_400_000))).toBe('overdue')
    expect(statusOf(dueOn, finished(), facts(), new Date('2030-01-01'))).toBe('done')
  })

  it('is to be done again for a higher prize or an earlier first entry, not for a lower or later one [B-26.5]', () => {
    const now = new Date('2026-05-12T18:00:00Z')
    const status = (given: Partial<DutyFacts>) => statusOf('2026-05-16', finished(), facts(given), now)
    expect(status({ valueCents: 600_001 })).toBe('changed')
    expect(status({ beginsAt: new Date('2026-06-15T17:59:59Z') })).toBe('changed')
    expect(status({ valueCents: 550_000, beginsAt: new Date('2026-06-20T18:00:00Z') })).toBe('done')
    expect(statusOf('2026-05-16', finished({ state: 'overridden', doneOn: null }), facts(), now)).toBe('overridden')
  })

  it('that filed the rules is to be done again for other rules, and says which: Florida Statutes 849.094(3) [B-26.21]', () => {
    const now = new Date('2026-05-12T18:00:00Z')
    const filed = (rulesVersion: number | null) => finished({ rulesHash: 'a', rulesVersion })
    const of = (version: number, hash: string) => facts({ rules: { version, hash } })
    expect(statusOf('2026-06-08', filed(2), of(2, 'a'), now)).toBe('done')
    expect(statusOf('2026-06-08', filed(2), of(3, 'b'), now)).toBe('changed')
    expect(statusOf('2026-06-08', finished(), of(3, 'b'), now)).toBe('done')
    const block = blockOf(duty('fl-filing'), filed(2), of(3, 'b'), now)!
    expect(blockInWords(block, now)).toMatch(
      /^Florida: File the rules .*, by June 8, 2026\. The filed rules are version 2; the giveaway’s rules are version 3\.$/,
    )
    expect(filedRulesInWords(filed(null), of(1, 'b'))).toBe('The official rules changed after they were filed.')
    expect(filedRulesInWords(filed(2), of(2, 'a'))).toBeNull()
    expect(DUTIES.filter(({ filesRules }) => filesRules).map(({ id, source }) => [id, source.citation])).toEqual([
      ['ny-filing', 'New York General Business Law 369-e(1)'],
      ['fl-filing', 'Florida Statutes 849.094(3)'],
    ])
  })

  it('stands in the way of publishing while it is open, and when it was done too late for the start [B-26.6]', () => {
    const filing = duty('ny-filing')
    const sentence = (at: string, done?: Finished) => {
      const block = blockOf(filing, done, facts(), new Date(at))
      return block && blockInWords(block, new Date(at))
    }
    const task = 'File the registration of the game of chance with the rules, and pay the fee of $100'
    expect(sentence('2026-05-16T18:00:00Z')).toBe(`New York: ${task}, by May 16, 2026.`)
    expect(sentence('2026-05-17T18:00:00Z')).toBe(
      `New York needs 30 days before the first entry: June 16, 2026 at the earliest. Not done: ${task}.`,
    )
    expect(sentence('2026-06-01T18:00:00Z', finished({ doneOn: '2026-05-16' }))).toBeNull()
    expect(sentence('2026-06-01T18:00:00Z', finished({ doneOn: '2026-05-20' }))).toBe(
      `New York needs 30 days before the first entry: June 19, 2026 at the earliest. Done on May 20, 2026: ${task}.`,
    )
    expect(sentence('2026-06-01T18:00:00Z', finished({ state: 'overridden', doneOn: null }))).toBeNull()
    expect(blockOf(duty('ny-winners'), undefined, facts(), new Date('2030-01-01'))).toBeNull()
    const store = blockOf(duty('ri-filing'), undefined, facts(), new Date('2026-06-20'))!
    expect(blockInWords(store, new Date('2026-06-20'))).toMatch(/^Rhode Island: .*, before the first entry\.$/)
  })
})
