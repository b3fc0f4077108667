import { refuse } from '#platform/errors.ts'
import type { DataContext } from '../context.ts'
import { type Country, shipsOnlyTo } from './countries.ts'

type Shop = Pick<DataContext, 'settings'>

/** True for a country of the setting `shipping.countries`. */
export const isServed = ({ settings }: Shop, country: string): country is Country =>
  settings.shipping.countries.some(served => served === country)

/** @param field the address's country in the caller's body. @throws invalid_input for a country that the shop does not ship to. */
export function requireServed(ctx: Shop, country: string, field: string): asserts country is Country {
  if (!isServed(ctx, country)) throw notServed(ctx, field)
}

export const notServed = ({ settings }: Shop, field: string) =>
  refuse('invalid_input', {}, { [field]: [shipsOnlyTo(settings.shipping.countries)] })
