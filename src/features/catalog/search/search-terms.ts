import { editDistance, forgivenIn } from './edit-distance.ts'
import { IDLE_WORDS, SYNONYMS } from './synonyms.ts'

/** Words that stand side by side. */
export type Phrase = readonly string[]

/** One sought word, with all that may stand for it. */
export type Term = {
  word: string
  /** The word itself, and joined with a neighbor: "head lamp" is also "headlamp". */
  own: readonly Phrase[]
  /** What the shop calls it. */
  synonyms: readonly Phrase[]
  /** What the shop calls a synonym that the shopper is still typing. */
  begun: readonly Phrase[]
  /** The last word may be the beginning of a longer one. */
  isLast: boolean
}

export type Terms = { terms: readonly Term[]; excluded: readonly string[] }

/** Words after the eighth are ignored. */
const MOST_WORDS = 8
/** A shorter beginning fits too many synonyms. */
const LEAST_BEGUN = 3

const WORD = /(?<=^|\s)-[\p{L}\p{N}]+|\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu

const isExcluded = (word: string) => word.startsWith('-')
const allWordsOf = (sought: string): string[] => sought.toLowerCase().match(WORD) ?? []

/** The sought words. Words that narrow nothing are left out if others remain. */
export function wordsOf(sought: string): string[] {
  const wanted = allWordsOf(sought).filter(word => !isExcluded(word))
  const telling = wanted.filter(word => !IDLE_WORDS.has(word))
  return (telling.length > 0 ? telling : wanted).slice(0, MOST_WORDS)
}

/** The sought words with all that may stand for them. A leading minus excludes a word. */
export function termsOf(sought: string): Terms {
  const words = wordsOf(sought)
  const excluded = allWordsOf(sought)
    .filter(isExcluded)
    .map(word => word.slice(1))
  return { terms: words.map((word, at) => termOf(words, at, word)), excluded }
}

function termOf(words: readonly string[], at: number, word: string): Term {
  const isLast = at === words.length - 1
  const joined = [words[at - 1] && words[at - 1] + word, words[at + 1] && word + words[at + 1]].filter(text => !!text)
  return {
    word,
    own: [word, ...joined].map(text => [text as string]),
    synonyms: SYNONYMS.filter(({ said }) => isSaid(said, words, at)).map(({ means }) => means),
    begun: SYNONYMS.filter(({ said }) => isBegun(said, words, at)).map(({ means }) => means),
    isLast,
  }
}

/** The word and its singulars. */
const formsOf = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]

const isForm = (typed: string | undefined, word: string) => typed !== undefined && formsOf(typed).includes(word)

/** True if the words around a place are all that is said. */
const isSaid = (said: Phrase, words: readonly string[], at: number) =>
  said.some((_, offset) => said.every((word, n) => isForm(words[at - offset + n], word)))

/** True if the words end, at this place or later, within what is said: "ice ch" of "ice chest". */
function isBegun(said: Phrase, words: readonly string[], at: number): boolean {
  const last = words.at(-1)!
  if (last.length < LEAST_BEGUN) return false
  return said.some((word, n) => {
    const start = words.length - 1 - n
    const isWhole = n === said.length - 1 && word === last
    return (
      start >= 0 &&
      start <= at &&
      word.startsWith(last) &&
      !isWhole &&
      said.slice(0, n).every((before, offset) => isForm(words[start + offset], before))
    )
  })
}

/** What the vocabulary of the store knows of a sought word. */
export type Knowledge = { isKnown: boolean; similar: readonly string[]; halves: readonly string[] }

/** Candidates of a misspelled word. */
const MOST_CANDIDATES = 3

/**
 * The terms with each unknown word as two known words, or as those that it was probably meant to be; without the words that nothing resembles.
 * @returns undefined when no word is left. `isGuess` unless each unknown word is just two words written together.
 */
export function corrected(
  { terms, excluded }: Terms,
  known: readonly Knowledge[],
): { terms: Terms; isGuess: boolean } | undefined {
  let isGuess = false
  const kept = terms.flatMap((term, at) => {
    const { isKnown, similar, halves } = known[at]!
    if (isKnown) return [term]
    const apart = splitsOf(term.word).filter(split => split.every(half => halves.includes(half)))
    if (apart.length > 0) return [{ ...term, own: apart }]
    isGuess = true
    const meant = candidatesFor(term, similar)
    if (meant.length === 0) return []
    const synonyms = SYNONYMS.filter(({ said }) => said.length === 1 && meant.includes(said[0]!))
    return [{ ...term, own: meant.map(word => [word]), synonyms: synonyms.map(({ means }) => means), begun: [] }]
  })
  return kept.length > 0 ? { terms: { terms: kept, excluded }, isGuess } : undefined
}

const LEAST_HALF = 3
/** The ways to write a word as two. */
export const splitsOf = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 2 * LEAST_HALF + 1) }, (_, n) => [
    word.slice(0, n + LEAST_HALF),
    word.slice(n + LEAST_HALF),
  ])

const SAID_WORDS = [...new Set(SYNONYMS.flatMap(({ said }) => (said.length === 1 ? said : [])))]

/** The words with the fewest typing errors between them and the typed one; a finished word comes before one that it begins. */
function candidatesFor({ word, isLast }: Term, similar: readonly string[]): string[] {
  const errors = [...new Set([...similar, ...SAID_WORDS])].map(candidate => {
    const whole = editDistance(word, candidate)
    const begun = isLast ? editDistance(word, candidate, true) + 0.5 : whole
    return { candidate, count: Math.min(whole, begun) }
  })
  const fewest = Math.min(...errors.map(({ count }) => count))
  if (fewest > forgivenIn(word) + 0.5) return []
  return errors
    .filter(({ count }) => count === fewest)
    .slice(0, MOST_CANDIDATES)
    .map(({ candidate }) => candidate)
}
