import { POSTAL_STATE_NAMES, postalStateOf } from '#kernel/shipping/us-states.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { isUnserved, type Method, type Parcel, rateOf, type Unserved } from './rates.ts'

/** "450 g", "1.2 kg". */
export const gramsInWords = (grams: number): string =>
  grams < 1000 ? `${grams} g` : `${(grams / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })} kg`

const pieces = ({ name, quantity }: { name: string; quantity: number }) =>
  quantity > 1 ? `${name} × ${quantity}` : name

function reasonOf(unserved: Unserved, place: string): string {
  switch (unserved.reason) {
    case 'no_weight':
      return `We cannot price the shipping of ${unserved.line.name} to ${place}, because it has no weight yet. Take it out of the cart, or write to us.`
    case 'too_heavy':
      return `This order weighs ${gramsInWords(unserved.grams)}. To ${place} we ship less than ${gramsInWords(unserved.limit)}. The heaviest part is ${pieces(unserved.line)}.`
    case 'too_dear':
      return `To ${place} we ship goods of less than ${formatMoney(unserved.limit)} in one order.`
  }
}

/**
 * Why no method of a zone serves a parcel, in a sentence for its shopper. Of several methods it is the one that comes nearest: of equal
 * reasons the one with the higher limit.
 * @param shipTo the state of the address as typed
 */
export function whyUnserved(methods: readonly Method[], shipTo: string, parcel: Parcel): string {
  const state = postalStateOf(shipTo)
  const place = state ? POSTAL_STATE_NAMES[state] : shipTo
  const [first, ...others] = methods.map(method => rateOf(method, parcel)).filter(isUnserved)
  if (!first) return `We do not ship to ${place}.`
  const limitOf = (unserved: Unserved) => ('limit' in unserved ? unserved.limit : -1)
  const nearest = others.reduce(
    (best, one) => (one.reason === best.reason && limitOf(one) > limitOf(best) ? one : best),
    first,
  )
  return reasonOf(nearest, place)
}
