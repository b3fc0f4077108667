import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatDay } from '#ui/format-day.ts'
import { BenefitList } from './benefit-list.tsx'
import type { ShownSubscription } from './membership-client.ts'
import { PREMIUM_BENEFITS } from './premium-benefits.ts'
import { cancelSubscription } from './use-subscription-changes.ts'

type Props = { subscription: ShownSubscription; open: boolean; onOpenChange: (open: boolean) => void }

/** The second of the two clicks: says what is lost, and until when it runs. */
export function CancelDialog({ subscription, open, onOpenChange }: Props) {
  const { nextBillingDate, status } = subscription
  const until = status === 'active' && nextBillingDate ? formatDay(nextBillingDate) : undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description={
        until
          ? `Nothing more will be charged. Your benefits stay until ${until}; then you lose them:`
          : 'Nothing more will be charged, and the membership ends now. You lose:'
      }
      confirmLabel="Cancel subscription"
      busyLabel="Cancelling..."
      cancelLabel="Keep it"
      danger
      onConfirm={async () => {
        await cancelSubscription(subscription)
        onOpenChange(false)
      }}
    >
      <BenefitList benefits={PREMIUM_BENEFITS} isLost />
      <p className="text-muted text-sm">
        Credits that you have stay yours.{until && ` You may change your mind until ${until}.`}
      </p>
    </ConfirmDialog>
  )
}
