import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { GiveawayCard } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import { loadActive } from '#features/giveaways/catalogue/web/list/giveaway-lists.tsx'
import { UpgradePrompt } from '#features/membership/subscriptions/web/upgrade-prompt.tsx'
import { membershipClient } from '#features/membership/web/membership-client.ts'
import { refetchSubscription } from '#features/membership/web/use-subscription.ts'
import type { Purchase } from '#features/orders/checkout/web/result/use-paid-order.ts'
import { EarnedCredits } from '#features/orders/order/web/price-parts.tsx'
import { useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/**
 * Shown after a purchase: the giveaways that its credits open, then the upgrade prompt for non-members or the completion dialog for members;
 * for a purchased membership its start. A default export because the module is lazy.
 */
export default function AfterPurchase({ order, isNew }: Purchase) {
  const user = useUser()
  // Fixed on first render, because buying a membership changes `isSubscriber` while the dialog is shown.
  const [wasMember] = useState(user?.isSubscriber ?? false)
  if (order.mode === 'subscription') return <BeginMembership />
  return (
    <>
      <OpenedGiveaways order={order} />
      {wasMember && isNew && <PurchaseComplete order={order} />}
      {!wasMember && (
        <div className="border-line border-t py-16">
          <UpgradePrompt />
        </div>
      )}
    </>
  )
}

/** Giveaways on show. The list of giveaways has the others. */
const SHOWN = 3

/** The open giveaways of the tiers whose credits the order earned, the soonest end first. */
function OpenedGiveaways({ order: { entries } }: Pick<Purchase, 'order'>) {
  const user = useUser()
  const tiers = TIERS.filter(tier => entries[tier] > 0)
  const { data } = useQuery({
    queryKey: ['giveaways', 'active', user?.id],
    queryFn: () => loadActive(),
    enabled: user !== undefined && tiers.length > 0,
  })
  const opened = (data?.giveaways ?? [])
    .filter(({ tier, state }) => state === 'open' && tiers.includes(tier))
    .toSorted((a, b) => (a.endDate ?? LAST).localeCompare(b.endDate ?? LAST))
    .slice(0, SHOWN)
  if (opened.length === 0) return null
  return (
    <section aria-labelledby="opened" className="pb-16">
      <SectionHeading id="opened" action={<TextLink to="/giveaways">All giveaways</TextLink>}>
        Your new credits open these giveaways
      </SectionHeading>
      <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {opened.map(giveaway => (
          <li key={giveaway.id}>
            <GiveawayCard giveaway={giveaway} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Sorts giveaways without an end behind those with one. */
const LAST = '9999'

function PurchaseComplete({ order }: Pick<Purchase, 'order'>) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      size="sm"
      title="Purchase complete"
      description={`${order.reference} is paid.`}
      footer={
        <>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Close
          </Button>
          <ButtonLink to="/giveaways">Go to the giveaways</ButtonLink>
        </>
      }
    >
      <p className="mb-3">Your credits are in your account. As a member you choose your slots before everyone else.</p>
      <EarnedCredits entries={order.entries} />
    </Dialog>
  )
}

/** A job starts the membership as well; the request starts it immediately. */
function BeginMembership() {
  const beginning = useMutation({
    async mutationFn() {
      const { found } = await call(membershipClient.subscriptions.refresh.$post())
      if (!found) throw new Error('The membership has not begun yet.')
      await refetchSubscription()
    },
  })
  const { mutate } = beginning
  useEffect(() => mutate(), [mutate])
  if (beginning.isError) {
    return (
      <div className="mx-auto max-w-prose pb-16">
        <Notice kind="warning" title="Failed to activate subscription. Please try again." live>
          <p>You have paid, and your membership begins automatically. Asking again does not charge you again.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => mutate()}>
            Try again
          </Button>
        </Notice>
      </div>
    )
  }
  if (!beginning.isSuccess) return null
  return (
    <div className="mx-auto max-w-prose pb-16">
      <Notice kind="success" title="Subscription activated successfully!" live>
        You are a Premium member now.
      </Notice>
    </div>
  )
}
