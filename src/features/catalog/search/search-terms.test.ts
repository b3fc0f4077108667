import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { corrected, termsOf, wordsOf } from './search-terms.ts'
import { SYNONYMS } from './synonyms.ts'

describe('typing errors', () => {
  it.each([
    ['hodie', 'hoodie', 1],
    ['cyote', 'coyote', 1],
    ['stikcer', 'sticker', 1],
    ['bakpak', 'backpack', 2],
    ['tent', 'tent', 0],
    ['', 'cap', 3],
  ])('of %j in place of %j are counted: letters missing, added, wrong or swapped', (typed, word, count) => {
    expect(editDistance(typed, word)).toBe(count)
  })

  it('are counted against the nearest beginning of a word that is still being typed', () => {
    expect([editDistance('karab', 'carabiner'), editDistance('karab', 'carabiner', true)]).toEqual([5, 1])
  })
})

describe('the sought words', () => {
  it('leave out what narrows nothing, unless nothing else is there, and end with the eighth', () => {
    expect(wordsOf('The best Hoodie, size XL!')).toEqual(['hoodie', 'xl'])
    expect(wordsOf('the')).toEqual(['the'])
    expect(wordsOf('a1 b2 c3 d4 e5 f6 g7 h8 i9')).toHaveLength(8)
    expect(wordsOf(`%_'"\\ & | ! ( ) :*`)).toEqual([])
  })

  it('take a word with a leading minus as excluded, and a hyphen within a word as a space', () => {
    expect(termsOf('t-shirt -star')).toMatchObject({ terms: [{ word: 't' }, { word: 'shirt' }], excluded: ['star'] })
  })

  it('stand for what the shop calls them, also in the plural, of several words, and half-typed', () => {
    const synonymsOf = (q: string) => termsOf(q).terms.map(({ synonyms }) => synonyms.map(words => words.join(' ')))
    expect(synonymsOf('sweatshirts')).toEqual([['hoodie']])
    expect(synonymsOf('ice chest')).toEqual([['cooler'], ['cooler']])
    expect(synonymsOf('ice')).toEqual([[]])
    expect(termsOf('sweatsh').terms[0]!.begun).toContainEqual(['hoodie'])
    expect(termsOf('ice che').terms.map(({ begun }) => begun)).toEqual([[['cooler']], [['cooler']]])
  })

  it('are mended only where unknown: two words apart, the nearest words, or left out', () => {
    const mend = (q: string, knowledge: { similar?: string[]; halves?: string[]; isKnown?: boolean }[]) => {
      const known = knowledge.map(one => ({ isKnown: false, similar: [], halves: [], ...one }))
      const mended = corrected(termsOf(q), known)
      return mended && [mended.isGuess, mended.terms.terms.map(({ own }) => own.map(words => words.join(' ')))]
    }
    expect(mend('powerbank', [{ halves: ['power', 'bank'] }])).toEqual([false, [['power bank']]])
    expect(mend('hodie', [{ similar: ['hard', 'hoodie'] }])).toEqual([true, [['hoodie']]])
    expect(mend('coyote zzz', [{ isKnown: true }, {}])).toEqual([true, [['coyote', 'coyotezzz']]])
    expect(mend('zeppelin', [{ similar: ['pelican'] }])).toBeUndefined()
  })
})

it('names no synonym twice for one meaning', () => {
  const pairs = SYNONYMS.map(({ said, means }) => `${said.join(' ')} > ${means.join(' ')}`)
  expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([])
})
