import { describe, expect, it } from 'vitest'
import { counterOf, foreignSigns, inGsm, normalPhone, remainingFor, smsLength, wholeSms, wordsFault } from './rules.ts'

describe('the length of an SMS', () => {
  it.each([
    ['plain', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['one over', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['extension signs count two', '€[]{}', 'GSM-7', 10, 1],
    ['accents of GSM', 'éèàñü', 'GSM-7', 5, 1],
    // 153 septets per part, and an escape stays with its septet: 152 and the euro do not fit the first part.
    ['an escape at the seam', `${'a'.repeat(152)}€${'a'.repeat(151)}`, 'GSM-7', 305, 2],
    ['an escape that pushes on', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['one foreign sign makes all of it UCS-2', `${'a'.repeat(69)}ő`, 'UCS-2', 70, 1],
    ['UCS-2 in parts', 'ő'.repeat(71), 'UCS-2', 71, 2],
    ['an emoji counts two', '🎯', 'UCS-2', 2, 1],
    ['an emoji at the seam', `${'ő'.repeat(66)}🎯${'ő'.repeat(66)}`, 'UCS-2', 134, 3],
  ])('%s [B-12.104] [B-13.48]', (_, text, encoding, units, segments) => {
    expect(smsLength(text)).toEqual({ encoding, units, segments })
  })

  it('leaves 89 characters for the own text, and counts how many are left or over [B-12.100] [B-12.104] [B-12.105] [B-12.106] [B-13.48]', () => {
    const words = (n: number, sign = 'a') => sign.repeat(n)
    expect(wholeSms('Redoubt', 'Hi')).toBe('Redoubt: Hi Msg&data rates may apply. Reply STOP to unsubscribe.')
    expect(counterOf(remainingFor('Redoubt', ''))).toBe('89 remaining')
    expect(counterOf(remainingFor('Redoubt', words(89)))).toBe('0 remaining')
    expect(counterOf(remainingFor('Redoubt', words(90)))).toBe('Over limit by 1')
    expect(counterOf(remainingFor('Redoubt', words(45, '€')))).toBe('Over limit by 1')
    expect(counterOf(remainingFor('Redoubt', words(44, '🎯')))).toBe('1 remaining')
    expect(smsLength(wholeSms('Redoubt', words(89))).segments).toBe(1)
    expect([wordsFault('Redoubt', ' \n'), wordsFault('Redoubt', words(89)), wordsFault('Redoubt', words(91))]).toEqual([
      'Please enter a message',
      undefined,
      'Over limit by 2',
    ])
  })
})

it.each([
  ['a link whose signs weigh two', (n: number) => `${'a'.repeat(n - 22)}https://r.co/?a=[1]~b`, 89 - 3 + 1],
  ['an escape as the last sign', (n: number) => `${'a'.repeat(n - 1)}€`, 88],
  [
    'lines',
    (n: number) =>
      'a\n'
        .repeat(n)
        .slice(0, n - 1)
        .padEnd(n, 'b'),
    89,
  ],
  ['an emoji as the last sign', (n: number) => `${'a'.repeat(n - 2)}🎯`, 89],
  ['a family, which is eight signs in one', (n: number) => `${'a'.repeat(n - 8)}👩‍👩‍👦`, 89],
])('accepts text up to the last character and no more: %s [B-13.48]', (_, words, most) => {
  expect(counterOf(remainingFor('Redoubt', words(most)))).toBe('0 remaining')
  expect(wordsFault('Redoubt', words(most))).toBeUndefined()
  expect(wordsFault('Redoubt', words(most + 1))).toBe('Over limit by 1')
  expect(smsLength(wholeSms('Redoubt', words(most))).units).toBeLessThanOrEqual(160)
})

it('names characters outside GSM, and replaces those with a replacement [B-13.48]', () => {
  expect(foreignSigns('“Kit” – 5€ [x] 🎯 “')).toEqual([
    { sign: '“', instead: '"' },
    { sign: '”', instead: '"' },
    { sign: '–', instead: '-' },
    { sign: '🎯', instead: '' },
  ])
  expect(inGsm('“Kit” – 5€ [x]')).toBe('"Kit" - 5€ [x]')
})

it('normalises phones to +1 and digits [B-12.107] [B-12.108]', () => {
  expect(normalPhone('(801) 555-0142')).toBe('+18015550142')
  expect(normalPhone('1-801-555-0142')).toBe('+18015550142')
  expect(normalPhone('+52 55 1234 5678')).toBe('+525512345678')
  for (const wrong of ['', '555-0142', '2 801 555 0142', 'call me', '1'.repeat(16)])
    expect(normalPhone(wrong)).toBeNull()
})
