import type { PushPreferences } from '../push/contract.ts'
import { ToggleRow } from './toggle-row.tsx'
import { savePreferences, showPreferences } from './use-preferences.ts'

const TYPES = [
  { name: 'giveawayAlerts', label: 'Giveaway Alerts', hint: 'New giveaways, early access and results.' },
  { name: 'orderUpdates', label: 'Order Updates', hint: 'Payment, shipping and delivery of your orders.' },
  { name: 'promotionalOffers', label: 'Promotional Offers', hint: 'New gear, sales and codes.' },
  { name: 'cartReminders', label: 'Cart Reminders', hint: 'When something waits in your cart.' },
] as const

export type TypeFlags = Pick<PushPreferences, (typeof TYPES)[number]['name']>

/** The type flags in the form of `PUT /api/push/preferences`. */
export const typeFlagsOf = (preferences: TypeFlags): TypeFlags => ({
  giveawayAlerts: preferences.giveawayAlerts,
  orderUpdates: preferences.orderUpdates,
  promotionalOffers: preferences.promotionalOffers,
  cartReminders: preferences.cartReminders,
})

/** One toggle per type of message. Each applies at once and flips back silently when saving fails. */
export function TypeToggles({ userId, preferences }: { userId: string; preferences: PushPreferences }) {
  async function choose(name: keyof TypeFlags, on: boolean) {
    showPreferences(userId, { [name]: on })
    try {
      await savePreferences(userId, { optIn: true, ...typeFlagsOf(preferences), [name]: on })
    } catch {
      showPreferences(userId, { [name]: !on })
    }
  }
  return (
    <fieldset>
      <legend className="label mb-1 text-muted">What you hear of</legend>
      {TYPES.map(({ name, label, hint }) => (
        <ToggleRow
          key={name}
          label={label}
          hint={hint}
          checked={preferences[name]}
          onChange={on => void choose(name, on)}
        />
      ))}
    </fieldset>
  )
}
