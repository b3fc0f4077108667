import { shareOf } from '#features/cart/rules.ts'
import type { Settings } from '#kernel/settings.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import type { Cents } from '#kernel/values/money.ts'

export const TAX_RATES_AS_OF = '2025-07-01'
export const TAX_RATES_SOURCE = 'Tax Foundation, "State and Local Sales Tax Rates, Midyear 2025" (July 2025)'

/**
 * General state sales tax rates of all states and the District of Columbia, as of {@link TAX_RATES_AS_OF}, in shares of one.
 *
 * Source: {@link TAX_RATES_SOURCE}, column "State Tax Rate", based on the states' revenue departments. California, Utah and Virginia levy mandatory local shares everywhere. As in the source, the state's rate includes
 * them (CA 7.25%, UT 6.10%, VA 5.30%).
 *
 * County, city and district taxes are excluded because they depend on the street. For the shop's own state the whole rate applies
 * (`settings.tax.rate`).
 */
export const STATE_TAX_RATES: Readonly<Record<string, number>> = {
  AL: 0.04,
  AK: 0,
  AZ: 0.056,
  AR: 0.065,
  CA: 0.0725,
  CO: 0.029,
  CT: 0.0635,
  DE: 0,
  DC: 0.06,
  FL: 0.06,
  GA: 0.04,
  HI: 0.04,
  ID: 0.06,
  IL: 0.0625,
  IN: 0.07,
  IA: 0.06,
  KS: 0.065,
  KY: 0.06,
  LA: 0.05,
  ME: 0.055,
  MD: 0.06,
  MA: 0.0625,
  MI: 0.06,
  MN: 0.06875,
  MS: 0.07,
  MO: 0.04225,
  MT: 0,
  NE: 0.055,
  NV: 0.0685,
  NH: 0,
  NJ: 0.06625,
  NM: 0.04875,
  NY: 0.04,
  NC: 0.0475,
  ND: 0.05,
  OH: 0.0575,
  OK: 0.045,
  OR: 0,
  PA: 0.06,
  RI: 0.07,
  SC: 0.06,
  SD: 0.042,
  TN: 0.07,
  TX: 0.0625,
  UT: 0.061,
  VT: 0.06,
  VA: 0.053,
  WA: 0.065,
  WV: 0.06,
  WI: 0.05,
  WY: 0.04,
}

/** Basis of an order's tax. Stored with the order so that reports can list tax by state. */
export type TaxBasis = {
  /** Two letters where the address names a state; null without an address on file. */
  state: string | null
  rate: number
}

/** The state of an address for the tax. An address holds it as its shopper typed it, a code or a name. */
export const taxStateOf = (shipTo: string | undefined): string | undefined =>
  shipTo && (regionOf(shipTo) ?? shipTo.trim().toUpperCase())

/**
 * Returns the shop's own state and rate, or in mode `destination` those of the shipping state. In states without nexus the rate is 0.
 * @param shipTo state of the address; undefined without an address on file.
 */
export function taxBasisOf(tax: Settings['tax'], shipTo: string | undefined): TaxBasis {
  if (tax.mode === 'fixed') return { state: tax.state, rate: tax.rate }
  const state = taxStateOf(shipTo)
  if (!state) return { state: null, rate: 0 }
  if (!tax.nexusStates.includes(state)) return { state, rate: 0 }
  return { state, rate: state === tax.state ? tax.rate : (STATE_TAX_RATES[state] ?? 0) }
}

/** Rounded to cents, half a cent up. */
export const taxOf = (netCents: Cents, rate: number): Cents => Math.round(shareOf(netCents, rate))
