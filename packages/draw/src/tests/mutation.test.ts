import { describe, expect, it } from 'vitest'
import { makeBundle } from '../testing/bundle-maker.ts'
import { mutateFields, mutateText } from '../testing/mutations.ts'
import { randomOf } from '../testing/random.ts'
import { verifyBundle } from '../verify.ts'

const IS_WHOLE = process.env.TESTS === 'all'
/** More with `npm test -- --all`. With `MUTATIONS=10000` still more, and each change of each field instead of a third; another `MUTATION_SEED` tries others. */
const COUNT = Number(process.env.MUTATIONS ?? (IS_WHOLE ? 300 : 60))
const SEED = process.env.MUTATION_SEED ?? 'fixed'

const { json, receipts } = await makeBundle({ seed: 5, entries: 12, slots: 9, slips: 1, passes: 1 })
const isAccepted = (text: string) => verifyBundle(text, { stopsEarly: true }).ok

describe('a changed bundle', () => {
  it('is made of one that is accepted', () => {
    expect(verifyBundle(json, { receipt: receipts[0] }).ok).toBe(true)
  })

  it(`is never accepted with a random change of its bytes (${COUNT} times)`, () => {
    const random = randomOf(`mutation ${SEED}`)
    const accepted: string[] = []
    for (let count = 0; count < COUNT; count++) {
      const mutation = mutateText(random, json)
      if (isAccepted(mutation.json)) accepted.push(mutation.name)
    }
    expect(accepted).toEqual([])
  }, 3_600_000)

  it('is never accepted with a field changed, left out, doubled or of another type', () => {
    const all = mutateFields(json)
    expect(all.length).toBeGreaterThan(500)
    // Without a sealing that missed its quorum, or without the last pass, the file is a true one: only the log shows that there is more.
    const whole = ['freezes.0 (0)', 'passed.0 (0)']
    const mutations = all.filter(
      ({ name }, index) => COUNT >= 10_000 || index % (IS_WHOLE ? 3 : 12) === 0 || whole.includes(name),
    )
    const accepted = mutations.filter(mutation => isAccepted(mutation.json)).map(({ name }) => name)
    expect(accepted).toEqual(whole)
  })
})
