import { expect, it } from 'vitest'
import { addressKeyOf, nameKeyOf } from '../sender-key.ts'

it.each([
  ['Ada Marsh', '  ada   MARSH '],
  ['José Nuñez', 'Jose Nunez'],
  ["O'Neil, Kim", 'o neil kim'],
  ['Ada Marsh', 'A\u200bda Mar\u00adsh\u3164'],
])('the names %j and %j are of one sender', (one, other) => {
  expect(nameKeyOf(one)).toBe(nameKeyOf(other))
})

it.each([
  ['12 Main Street\nProvo, UT 84601', '12 main st., Provo UT 84601-1234'],
  ['12 North Main St Apt. 4\nProvo UT 84601\nUSA', '12 N Main Street #4, Provo, UT 84601'],
  ['Unit 7, 3 Oak Avenue, Reno NV 89501', '7, 3 Oak Ave, Reno NV 89501, United States of America'],
])('the addresses %j and %j are of one household', (one, other) => {
  expect(addressKeyOf(one)).toBe(addressKeyOf(other))
})

it('other house numbers, units and names stay apart', () => {
  const key = addressKeyOf('12 Main St Apt 4, Provo UT 84601')
  for (const other of [
    '14 Main St Apt 4, Provo UT 84601',
    '12 Main St Apt 5, Provo UT 84601',
    '12 Main St, Provo UT 84601',
  ])
    expect(addressKeyOf(other)).not.toBe(key)
  expect(nameKeyOf('Ada Marsh')).not.toBe(nameKeyOf('Ida Marsh'))
})

it('a name of signs alone keeps them as its key', () => {
  expect(nameKeyOf(' ☂ ')).toBe('☂')
})
