import { useState } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { useRight } from '#kernel/client/rights.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { type CreditStep, CreditsDialog } from '../../credits/credits-dialog.tsx'
import { creditsOf } from '../../list/credit-counts.tsx'
import type { ShownProfile } from '../../users-client.ts'
import { useMayActOn } from '../acts/may-act-on.ts'
import { Part } from './part.tsx'

/** A person's available credits by tier, with buttons to change them. Callers cannot change their own. */
export function UserCredits({ person }: { person: ShownProfile }) {
  const [step, setStep] = useState<CreditStep | null>(null)
  const isOwn = useSession().user?.id === person.id
  const mayActOn = useMayActOn(person)
  const mayChange = useRight('credits.change') && mayActOn && !isOwn
  return (
    <Part
      title="Credits"
      action={
        mayChange && (
          <span className="flex gap-2">
            <Button variant="secondary" size="sm" icon="plus" onClick={() => setStep('grant')}>
              Give
            </Button>
            <Button
              variant="secondary"
              size="sm"
              icon="minus"
              disabled={person.credits.total === 0}
              onClick={() => setStep('subtract')}
            >
              Take
            </Button>
          </span>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sm border border-line bg-line sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4">
        {TIERS.map(tier => (
          <div key={tier} className="flex flex-col gap-1 bg-surface px-3 py-2.5">
            <dt>
              <TierBadge tier={tier} plain />
            </dt>
            <dd className="figure font-semibold text-2xl">{creditsOf(person.credits, tier).toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {isOwn && <p className="mt-2 text-muted text-sm">Your own credits are changed by somebody else of the staff.</p>}
      {step && <CreditsDialog step={step} person={person} onClose={() => setStep(null)} />}
    </Part>
  )
}
