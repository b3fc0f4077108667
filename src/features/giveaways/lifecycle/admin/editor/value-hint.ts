import { formatMoney, toCents } from '#kernel/values/money.ts'
import type { AdminGiveaway } from '../../../giveaway/admin-contract.ts'

/** What rules read of the value once the giveaway is public. */
export function valueHint(giveaway: AdminGiveaway | null): string | undefined {
  if (!giveaway || giveaway.highestValue === null) return undefined
  const highest = formatMoney(toCents(giveaway.highestValue), 'short')
  const counted = `Rules count its highest since the publication: ${highest}`
  return giveaway.takesTwoPersons ? `${counted}. Two persons decide about its entries and its prize.` : counted
}
