/** The abbreviations of the US Postal Service, so that "Street" and "St." are equal. */
const ABBREVIATIONS: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  boulevard: 'blvd',
  court: 'ct',
  place: 'pl',
  circle: 'cir',
  highway: 'hwy',
  parkway: 'pkwy',
  terrace: 'ter',
  square: 'sq',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  suite: 'ste',
  mount: 'mt',
  fort: 'ft',
  saint: 'st',
}
/** Words that say that a unit follows: "Apt 4", "Unit 4" and "#4" are equal. */
const UNIT_WORDS = new Set(['apt', 'apartment', 'unit', 'no', 'number'])

const COUNTRIES = [' usa', ' us', ' u s a', ' u s', ' united states', ' united states of america']

/** Letters and digits of a text in lower case, without accents and invisible signs, parted by single spaces. */
function wordsIn(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words || text.trim().toLowerCase()
}

/** The normalised name of a sender. */
export const nameKeyOf = (name: string): string => wordsIn(name)

/** The normalised postal address of a sender: abbreviated, without the country and without the last four digits of a ZIP+4 code. */
export function addressKeyOf(address: string): string {
  const words = wordsIn(address.replace(/\b(\d{5})-\d{4}\b/g, '$1'))
  const country = COUNTRIES.find(name => words.endsWith(name)) ?? ''
  const kept = words
    .slice(0, words.length - country.length)
    .split(' ')
    .flatMap(word => (UNIT_WORDS.has(word) ? [] : (ABBREVIATIONS[word] ?? word)))
  return kept.join(' ') || words
}
