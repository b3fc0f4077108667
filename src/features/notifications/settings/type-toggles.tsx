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

/** The flags as `PUT /api/push/preferences` wants them, without the rest. */
export const typeFlagsOf = (preferences: TypeFlags): TypeFlags => ({
  giveawayAlerts: preferences.giveawayAlerts,
  orderUpdates: preferences.orderUpdates,
  promotionalOffers: preferences.promotionalOffers,
  cartReminders: preferences.cartReminders,
})

/** What one wants to hear of. Each applies at once, and goes back without a word when it was not taken (sections 4 and 8). */
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
