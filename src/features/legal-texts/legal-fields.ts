import type { Facts } from './legal-facts.ts'

type Field = {
  label: string
  valueOf: (facts: Facts) => string
  /** The value where a text has it instead of the field. Without it, the value is too common a word to tell. */
  typedIn?: (text: string, value: string) => string | undefined
}

/** The value as a whole word. A short one could be a part of any sentence. */
function asWritten(text: string, value: string): string | undefined {
  if (value.length < 4) return undefined
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + value.length])) return value
  return undefined
}
const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Of the figures that a pattern finds, the one that has the value; the rest of the match says what it is a figure of. */
const figureOf =
  (pattern: RegExp, figureIn: (value: string) => string = value => value) =>
  (text: string, value: string): string | undefined =>
    [...text.matchAll(pattern)].find(([, ...figures]) => figures.includes(figureIn(value)))?.[0]

/** The fields that a legal text can name, `{company}`, with what fills them from the settings. */
export const FIELDS = {
  company: { label: 'Company', valueOf: facts => facts.company, typedIn: asWritten },
  shop: { label: 'Name of the shop', valueOf: facts => facts.shop },
  minimumAge: {
    label: 'Minimum age',
    valueOf: facts => String(facts.minimumAge),
    typedIn: figureOf(/\b(\d{2})(?: years)?(?: of age)? (?:or|and) (?:older|over)\b|\bunder (\d{2})\b/gi),
  },
  lawState: {
    label: 'State whose law applies',
    valueOf: facts => facts.lawPlace,
    typedIn: (text, value) => {
      const name = value.replace('the State of ', '')
      return [value, `State of ${name}`, `law of ${name}`, `laws of ${name}`].find(words => asWritten(text, words))
    },
  },
  supportEmail: { label: 'E-mail address of support', valueOf: facts => facts.supportEmail, typedIn: asWritten },
  privacyEmail: { label: 'E-mail address for privacy', valueOf: facts => facts.privacyEmail, typedIn: asWritten },
  timeZone: { label: 'Time zone', valueOf: facts => facts.zoneName, typedIn: asWritten },
  monthlyPrice: {
    label: 'Price of a membership a month',
    valueOf: facts => `$${facts.monthlyPrice}`,
    typedIn: figureOf(/\b(\d{1,6}\.\d{2})\b/g, value => value.slice(1)),
  },
  monthlyBenefit: { label: 'Benefit of a membership', valueOf: facts => facts.monthlyBenefit, typedIn: asWritten },
  membersSeeFirst: {
    label: 'Sentence on the early access of members, empty without one',
    valueOf: ({ earlyAccess }) =>
      earlyAccess === null ? '' : `Members see giveaways ${earlyAccess} before they open to everyone.`,
    typedIn: figureOf(/\b(\d{1,4} hours?) (?:before|early|earlier)\b/gi, value =>
      value.split(' ').slice(3, 5).join(' '),
    ),
  },
  fee: {
    label: 'Merchant platform fee',
    valueOf: facts => `${facts.feePercent}%`,
    typedIn: figureOf(/\bfee of ([\d.]{1,8}%)|\b([\d.]{1,8}%) fee\b/gi),
  },
  shipsTo: { label: 'Countries that goods are sent to', valueOf: facts => facts.shipsTo },
  shipsToEither: { label: 'The same with “or”', valueOf: facts => facts.shipsToEither },
  returnDays: { label: 'Days to return goods', valueOf: facts => String(facts.returnDays) },
  mailInDays: { label: 'Time for entries by mail', valueOf: facts => facts.mailInTime },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof FIELDS

/** The fields by name; undefined for a word that names none. */
export const fieldOf = (name: string): Field | undefined =>
  Object.hasOwn(FIELDS, name) ? FIELDS[name as FieldName] : undefined

/** A field in a text, with the space before it. */
const FIELD = /( ?)\{(\w+)\}/g

/** Replaces the fields of a text by their values. An empty value takes the space before it along. */
export const filled = (text: string, facts: Facts): string =>
  text.replace(FIELD, (whole, space: string, name: string) => {
    const value = fieldOf(name)?.valueOf(facts)
    if (value === undefined) return whole
    return value === '' ? '' : space + value
  })

/** The names in braces. */
export const namesIn = (text: string): string[] => [...text.matchAll(FIELD)].map(([, , name]) => name!)
