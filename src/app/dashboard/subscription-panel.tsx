import { AutoEntrySwitch } from '#features/giveaways/auto-entry-switch.tsx'
import { SubscriptionTab } from '#features/membership/subscription-tab.tsx'

/** The membership, with the giveaways' benefits for members. */
export function SubscriptionPanel() {
  return (
    <SubscriptionTab>
      <AutoEntrySwitch />
    </SubscriptionTab>
  )
}
