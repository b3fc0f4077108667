import { shareOf } from '#features/cart/rules.ts'
import type { Cents } from '#platform/money.ts'
import type { Settings } from '#platform/settings.ts'

/** General sales tax of each state, without cities and counties; of the shop's own state the settings know the whole rate. */
const STATE_RATES: Record<string, number> = {
  ...{ AL: 0.04, AK: 0, AZ: 0.056, AR: 0.065, CA: 0.0725, CO: 0.029, CT: 0.0635, DE: 0, DC: 0.06, FL: 0.06, GA: 0.04 },
  ...{ HI: 0.04, ID: 0.06, IL: 0.0625, IN: 0.07, IA: 0.06, KS: 0.065, KY: 0.06, LA: 0.05, ME: 0.055, MD: 0.06 },
  ...{ MA: 0.0625, MI: 0.06, MN: 0.06875, MS: 0.07, MO: 0.04225, MT: 0, NE: 0.055, NV: 0.0685, NH: 0, NJ: 0.06625 },
  ...{ NM: 0.04875, NY: 0.04, NC: 0.0475, ND: 0.05, OH: 0.0575, OK: 0.045, OR: 0, PA: 0.06, RI: 0.07, SC: 0.06 },
  ...{ SD: 0.042, TN: 0.07, TX: 0.0625, UT: 0.0825, VT: 0.06, VA: 0.053, WA: 0.065, WV: 0.06, WI: 0.05, WY: 0.04 },
}

/**
 * The rate of an order: the shop's own, or in mode `destination` that of the state it is sent to, where the shop has nexus
 * (decisions.md "Contradictions": tax).
 * @param shipTo two letters of the state; undefined when no address is on file.
 */
export function taxRateOf(tax: Settings['tax'], shipTo: string | undefined): number {
  if (tax.mode === 'fixed') return tax.rate
  const state = shipTo?.trim().toUpperCase()
  if (!state || !tax.nexusStates.includes(state)) return 0
  return state === tax.state ? tax.rate : (STATE_RATES[state] ?? 0)
}

/** Rounded to cents, half a cent upwards. */
export const taxOf = (netCents: Cents, rate: number): Cents => Math.round(shareOf(netCents, rate))
