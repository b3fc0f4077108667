import { AutoEntrySwitch } from '#features/giveaways/entries/web/auto-entry-switch.tsx'
import { SubscriptionTab } from '#features/membership/subscriptions/web/subscription-tab.tsx'

/** The membership, with the giveaways' benefits for members. */
export function SubscriptionPanel() {
  return (
    <SubscriptionTab>
      <AutoEntrySwitch />
    </SubscriptionTab>
  )
}
