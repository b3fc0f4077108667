import { expect, it } from 'vitest'
import { normalPhone, partsOfName } from './rules.ts'

it('normalises phones to +1 and digits [B-12.107] [B-12.108]', () => {
  expect(normalPhone('(801) 555-0142')).toBe('+18015550142')
  expect(normalPhone('1-801-555-0142')).toBe('+18015550142')
  expect(normalPhone('+52 55 1234 5678')).toBe('+525512345678')
  for (const wrong of ['', '555-0142', '2 801 555 0142', 'call me', '1'.repeat(16)])
    expect(normalPhone(wrong)).toBeNull()
})

it('the last word of a name is the last name [B-12.41]', () => {
  expect(partsOfName('Sam P. Porter')).toEqual({ firstName: 'Sam P.', lastName: 'Porter' })
  expect(partsOfName('Cher')).toEqual({ firstName: 'Cher', lastName: '' })
})
