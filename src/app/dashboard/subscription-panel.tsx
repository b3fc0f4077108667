import { AutoEntrySwitch } from '#features/giveaways/auto-entry-switch.tsx'
import { SubscriptionTab } from '#features/membership/subscription-tab.tsx'

/** The membership, with what the giveaways offer to members. */
export function SubscriptionPanel() {
  return (
    <SubscriptionTab>
      <AutoEntrySwitch />
    </SubscriptionTab>
  )
}
