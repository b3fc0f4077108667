import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { ShownSubscription } from '../../web/membership-client.ts'
import { useBillingPortal, useResume } from './use-subscription-changes.ts'

const CancelDialog = lazy(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const ChangePlanDialog = lazy(async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog)

type Props = { subscription: ShownSubscription }

/** Actions on an active membership. Cancelling and changing plan ask for confirmation; resuming takes nothing away and does not ask. */
export function MembershipActions({ subscription }: Props) {
  const { status, hasPortal, nextPlan } = subscription
  // Snapshot of the subscription at the click, so that a closing dialog keeps its text.
  const [asked, setAsked] = useState<{ what: 'cancel' | 'plan'; of: ShownSubscription }>()
  const [isOpen, setOpen] = useState(false)
  const resume = useResume()
  const ask = (what: 'cancel' | 'plan') => {
    setAsked({ what, of: subscription })
    setOpen(true)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {status === 'cancelled' && (
          <Button busy={resume.isPending} busyText="Resuming..." onClick={() => resume.mutate(subscription)}>
            Resume subscription
          </Button>
        )}
        {status === 'active' && hasPortal && !nextPlan && (
          <Button variant="secondary" onClick={() => ask('plan')}>
            Change plan
          </Button>
        )}
        {hasPortal && <PortalButton />}
        {status !== 'cancelled' && (
          <Button variant="secondary" onClick={() => ask('cancel')}>
            Cancel subscription
          </Button>
        )}
      </div>
      {!hasPortal && (
        <p className="text-muted text-sm">
          This membership was given to you. Nothing is billed for it, so there is no card and no invoice to manage.
        </p>
      )}
      {asked?.what === 'cancel' && <CancelDialog subscription={asked.of} open={isOpen} onOpenChange={setOpen} />}
      {asked?.what === 'plan' && <ChangePlanDialog subscription={asked.of} open={isOpen} onOpenChange={setOpen} />}
    </div>
  )
}

function PortalButton() {
  const portal = useBillingPortal()
  return (
    <Button
      variant="secondary"
      icon="external"
      busy={portal.isPending}
      busyText="Opening..."
      onClick={() => portal.mutate()}
    >
      Card and invoices
    </Button>
  )
}
