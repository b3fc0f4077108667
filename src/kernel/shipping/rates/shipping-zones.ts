import type { Settings } from '#kernel/settings.ts'
import { type PostalState, postalStateOf } from '#kernel/shipping/us-states.ts'
import type { Zone } from './rates.ts'

/** The method of the settings, for every state that no zone has. */
export const STANDARD = 'standard'

/** Every state that no zone of staff has: one flat price, free from a value. */
export const restZone = ({ flatCents, freeFromCents }: Settings['shipping']): Zone => ({
  id: 'rest',
  name: 'Everywhere else',
  states: [],
  methods: [
    {
      id: STANDARD,
      name: 'Standard shipping',
      measure: 'flat',
      tareGrams: 0,
      days: null,
      bands: [{ from: 0, below: null, cents: flatCents }],
      freeFromCents,
    },
  ],
})

/**
 * The zone of an address.
 * @param shipTo its state as typed; undefined, or of another country, for the rest
 */
export const zoneFor = (zones: readonly Zone[], settings: Settings['shipping'], shipTo: string | undefined): Zone => {
  const state: PostalState | null = shipTo ? postalStateOf(shipTo) : null
  return zones.find(({ states }) => state && states.includes(state)) ?? restZone(settings)
}

type Shop = { shippingZones: readonly Zone[]; settings: Pick<Settings, 'shipping'> }

/** The zone of a whole address. Zones have states of the United States, so another country is the rest. */
export const zoneOf = (
  { shippingZones, settings }: Shop,
  { state, country }: { state: string; country: string },
): Zone => zoneFor(shippingZones, settings.shipping, country === 'US' ? state : undefined)
