import { expect, it } from 'vitest'
import { readForm } from './form.ts'

it('reads nested names and lists in their order', () => {
  const form = readForm('a[b][1][c]=2&a[b][0][c]=1&expand[]=x&expand[]=y&name=Tom+%26+Co&empty=')
  const expected = { a: { b: [{ c: '1' }, { c: '2' }] }, expand: ['x', 'y'], name: 'Tom & Co', empty: '' }
  expect(JSON.parse(JSON.stringify(form))).toEqual(expected)
})

it('takes names of built-in properties for what they are: names', () => {
  readForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

it('refuses what cannot be read or is too much', () => {
  expect(() => readForm('a[b=1')).toThrow('Invalid parameter name')
  expect(() => readForm('a=1&a[b]=2')).toThrow('Invalid hash')
  expect(() => readForm(`a${'[b]'.repeat(9)}=1`)).toThrow('nested too deeply')
  expect(() => readForm('a=1&'.repeat(2001))).toThrow('Too many parameters')
})
