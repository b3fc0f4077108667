import { expect, it } from 'vitest'
import { PHONE_PROBLEMS, US_PHONE, usPhone } from './us-phone.ts'

const problemOf = (text: string) => usPhone.safeParse(text).error?.issues.map(({ message }) => message)

it.each([
  ['8015550142', '+18015550142'],
  ['(801) 555-0142', '+18015550142'],
  ['1-801-555-0142', '+18015550142'],
  ['+1 801 555 0142', '+18015550142'],
  [' +1 (801) 555.0142 ', '+18015550142'],
  ['2015550100', '+12015550100'],
  ['9895559999', '+19895559999'],
  // A toll-free number may have such an exchange.
  ['8004115550', '+18004115550'],
])('%s is the phone %s [B-5.6]', (typed, stored) => {
  expect(usPhone.parse(typed)).toBe(stored)
  expect(stored).toMatch(new RegExp(US_PHONE))
})

const { missing, long, digits, country, plus, plan } = PHONE_PROBLEMS
it.each([
  [' ', missing],
  ['5'.repeat(41), long],
  ['555-0142', digits],
  ['801 555 0142 0142', digits],
  ['+44 20 7946 0958', digits],
  ['28015550142', country],
  ['+8015550142', country],
  ['＋8015550142', country],
  ['+1801555012', plus],
  ['(+1) 801 555 012', plus],
  ['1801555012', plan],
  ['0000000000', plan],
  ['10000000000', plan],
  ['0015550142', plan],
  ['1115550142', plan],
  ['8010550142', plan],
  ['8011550142', plan],
  ['9115550142', plan],
  ['2115550142', plan],
  ['8019110142', plan],
  ['8012110142', plan],
])('%s reads “%s” [B-5.6]', (typed, message) => {
  expect(problemOf(typed)).toEqual([message])
})
