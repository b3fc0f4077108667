import { describe, expect, it } from 'vitest'
import { problemsIn } from '#kernel/client/calls/field-problems.ts'
import { changedFields } from '#ui/staff-kit/record-form-state.ts'
import { GiveawayInput } from '../../../giveaway/admin-contract.ts'
import { changeOf, formStateOf, inputOf, withStart } from './giveaway-form-state.ts'

const now = new Date(2026, 2, 2, 12, 0)
const current = { ...formStateOf(null, now), title: 'Kit', description: 'In a box.' }

describe('the form of a giveaway', () => {
  it('the form of a giveaway opens with defaults that the API accepts [B-12.217]', () => {
    const input = GiveawayInput.parse(inputOf(current))
    expect(input).toMatchObject({ tier: 'Bronze', value: 0, totalSlots: 100, entryLimit: 5, endDate: null })
    expect(new Date(input.startDate!)).toEqual(now)
    expect(+now - +new Date(input.earlyAccessDate!)).toBe(48 * 3_600_000)
  })

  it('the form makes every new giveaway a draft, and no edit publishes it or takes it back [B-12.256]', () => {
    expect(GiveawayInput.parse(inputOf(current)).isDraft).toBe(true)
    for (const isDraft of [true, false])
      expect(changeOf({ ...current, title: 'Kit 2' }, { ...current, ...{ isDraft } })).toEqual({ title: 'Kit 2' })
  })

  it('the form takes an empty entry limit as 5, and passes invalid values on to be refused [B-12.82] [B-12.84] [B-22.2]', () => {
    expect(inputOf({ ...current, entryLimit: ' ' })).toMatchObject({ entryLimit: 5, minimumAge: null })
    const wrong = { ...current, entryLimit: 'many', value: '12.5', totalSlots: '-3', minimumAge: '20' }
    expect(problemsIn(GiveawayInput.safeParse(inputOf(wrong)).error!)).toEqual({
      value: 'Enter whole dollars.',
      totalSlots: 'Enter a whole number.',
      entryLimit: 'Enter a whole number.',
      minimumAge: 'The minimum age is 21 or more.',
    })
  })

  it('early access moves with the start until it is set [B-12.83] [B-13.17]', () => {
    const moved = withStart(current, '2026-04-10T09:00', 48)
    expect(moved.earlyAccessDate).toBe('2026-04-08T09:00')
    // The first digit of a year typed by keyboard.
    expect(withStart(current, '0002-04-10T09:00', 48).earlyAccessDate).toBe('0002-04-08T09:00')
    const set = { ...moved, earlyAccessDate: '2026-04-09T00:00' }
    expect(changedFields(set, current)).toEqual(['startDate', 'earlyAccessDate'])
    expect(Object.keys(changeOf(set, current))).toEqual(['startDate', 'earlyAccessDate'])
  })

  it('the form sends a limit of 5 for a giveaway that had none of its own [B-12.82]', () => {
    const opened = { ...current, entryLimit: '' }
    expect(changeOf({ ...opened, entryLimit: '5' }, opened)).toEqual({ entryLimit: 5 })
    expect(changeOf({ ...opened, title: 'Kit 2' }, opened)).toEqual({ title: 'Kit 2' })
  })

  it('the form names the changed fields only', () => {
    expect(changeOf({ ...current, title: 'Kit 2' }, current)).toEqual({ title: 'Kit 2' })
    expect(changeOf(current, current)).toEqual({})
    const picture = { image: 's3:giveaways/a', src: '/files/giveaways/a', alt: ' A lantern ' }
    const imageAlts = { 's3:giveaways/a': 'A lantern' }
    expect(changeOf({ ...current, images: [picture] }, current)).toEqual({ images: [picture.image], imageAlts })
  })
})
