import { useEffect, useRef } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useSettings } from '#kernel/client/site.ts'
import type { PublicSettings } from '#kernel/settings.ts'
import { toast } from '#ui/feedback/toast.ts'
import { benefitMessageOf, benefitMonthOf } from '../../rules.ts'
import { membershipClient, type ShownSubscription } from '../../web/membership-client.ts'
import { refetchSubscription } from '../../web/use-subscription.ts'

/**
 * Tells a member who is online, once, that this month's benefit has come. Either the benefit came by itself and the `my` channel
 * refreshed the subscription, or this hook claims it now. A failed claim stays silent.
 */
export function useBenefitNews(subscription: ShownSubscription | null | undefined): void {
  const issued = subscription?.monthlyCreditIssued ?? null
  const { premium } = useSettings()
  const seen = useRef<string | null>(undefined)
  const isDue =
    subscription?.benefitsActive === true &&
    (issued === null || benefitMonthOf(new Date(issued)) < benefitMonthOf(new Date()))

  useEffect(() => {
    if (subscription === undefined) return
    if (issued && seen.current !== undefined && seen.current !== issued) tellOfBenefit(issued, premium)
    seen.current = issued
  }, [subscription, issued, premium])

  useEffect(() => {
    if (isDue) void claim()
  }, [isDue])
}

/** Shows the toast for a month's benefit; a repeated call for one month shows one toast. */
export function tellOfBenefit(issued: string, premium: PublicSettings['premium']): void {
  toast.success(benefitMessageOf(premium), { id: `benefit ${benefitMonthOf(new Date(issued))}` })
  void queryClient.invalidateQueries({ queryKey: ['credits'] })
}

/** The result arrives with the subscription, which is fetched again. */
async function claim(): Promise<void> {
  const answer = await call(membershipClient.my['monthly-credit'].$post()).catch(() => undefined)
  if (answer?.issued) await refetchSubscription()
}
