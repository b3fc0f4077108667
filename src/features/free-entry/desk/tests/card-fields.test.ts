import { expect, it } from 'vitest'
import { addressOf, dayOfText, NO_FIELDS } from '../card-fields.ts'

it.each([
  ['05171990', '1990-05-17'],
  ['5/17/1990', '1990-05-17'],
  ['5-7-1990', '1990-05-07'],
  [' 1990-05-17 ', '1990-05-17'],
  ['', ''],
  ['02301990', null],
  ['17.5.1990', null],
  ['May 17', null],
])('a birth date typed as %j is read as %j [B-25.13]', (text, day) => {
  expect(dayOfText(text)).toBe(day)
})

it('the lines of an address become one text, and empty ones none [B-25.13]', () => {
  const typed = { ...NO_FIELDS, street: '12 Bastion Way ', city: 'Ogden', state: 'ut', zip: '84401' }
  expect(addressOf(typed)).toBe('12 Bastion Way\nOgden, ut 84401')
  expect(addressOf({ ...NO_FIELDS, city: 'Ogden' })).toBe('Ogden')
  expect(addressOf(NO_FIELDS)).toBe('')
})
