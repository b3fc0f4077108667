import { expect, it } from 'vitest'
import { partsOfName } from './rules.ts'

it('the last word of a name is the last name [B-12.41]', () => {
  expect(partsOfName('Sam P. Porter')).toEqual({ firstName: 'Sam P.', lastName: 'Porter' })
  expect(partsOfName('Cher')).toEqual({ firstName: 'Cher', lastName: '' })
})
