import { formatMoney, toCents } from '#kernel/values/money.ts'
import { type AdminZone, measureInWords, toStored } from '../contract.ts'

type Method = AdminZone['methods'][number]

const money = (dollars: number) => (dollars === 0 ? 'free' : formatMoney(toCents(dollars)))

/** "$4.90 below 500 g, $7.90 from 500 g": each price with its part of the measure. */
export function pricesInWords({ measure, bands }: Pick<Method, 'measure' | 'bands'>): string {
  const said = (value: number) => measureInWords(measure, toStored(measure, value))
  const parts = bands.map(({ from, below, amount }) => {
    if (from === 0) return below === null ? money(amount) : `${money(amount)} below ${said(below)}`
    return below === null
      ? `${money(amount)} from ${said(from)}`
      : `${money(amount)} from ${said(from)} to below ${said(below)}`
  })
  return parts.join(', ')
}

/** What a method adds to its prices: "free from $75.00; 3 to 5 business days". */
export const termsInWords = ({ freeFrom, tareGrams, daysFrom, daysTo }: Method): string =>
  [
    freeFrom !== null && `free from ${formatMoney(toCents(freeFrom))}`,
    tareGrams > 0 && `packaging ${tareGrams} g`,
    daysFrom !== null && (daysFrom === daysTo ? `${daysFrom} business days` : `${daysFrom} to ${daysTo} business days`),
  ]
    .filter(Boolean)
    .join('; ')
