import { useState, useSyncExternalStore } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { settingsIn, useSettings } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useAfter } from '#ui/use-after.ts'
import { FormHead, IdentityFrame } from '../web/identity-frame.tsx'
import { type AgeAnswer, ageAnswer, forgetAgeAnswer, keepAgeAnswer } from './age-answer.ts'

const REDIRECT_MS = 2000
const OUTSIDE = 'https://www.google.com/'

export const meta: MetaFunction = ({ matches }) => {
  const { brand, minimumAge } = settingsIn(matches)
  return [
    { title: titleOf('Age Verification', brand.name) },
    { name: 'description', content: `${brand.name} is for visitors of ${minimumAge} years or older.` },
    { name: 'robots', content: 'noindex' },
  ]
}

const neverChanges = () => () => {}
const noneOnServer = () => undefined

/**
 * A visual gate that proves nothing; birth dates prove the age. A declined answer is remembered, until the visitor says that it was a slip. A
 * visitor who confirmed is asked again, because the page was opened for that.
 */
export default function AgeVerificationPage() {
  const kept = useSyncExternalStore(neverChanges, ageAnswer, noneOnServer)
  const [decision, setDecision] = useState<AgeAnswer | 'asked'>()
  const shown = decision ?? (kept === 'declined' ? kept : 'asked')
  function decide(next: AgeAnswer) {
    keepAgeAnswer(next)
    setDecision(next)
  }
  function askAgain() {
    forgetAgeAnswer()
    setDecision('asked')
  }
  return (
    <IdentityFrame>
      {shown === 'verified' ? (
        <Verified />
      ) : shown === 'declined' ? (
        <Denied onSlip={askAgain} />
      ) : (
        <Prompt onDecide={decide} />
      )}
    </IdentityFrame>
  )
}

function Prompt({ onDecide }: { onDecide: (answer: AgeAnswer) => void }) {
  const { minimumAge: age } = useSettings()
  return (
    <>
      <FormHead title="Age Verification Required">
        You must be {age} years or older to access this website. Please confirm your age.
      </FormHead>
      <div className="flex gap-3 max-sm:flex-col sm:flex-wrap">
        <Button size="lg" onClick={() => onDecide('verified')}>
          I am {age} or older
        </Button>
        <Button size="lg" variant="secondary" onClick={() => onDecide('declined')}>
          I am under {age}
        </Button>
      </div>
      <p className="mt-7 border-line border-t pt-5 text-muted text-sm">
        By entering you accept our <TextLink to="/legal#terms">Terms & Conditions</TextLink>,{' '}
        <TextLink to="/legal#privacy">Privacy Policy</TextLink> and{' '}
        <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>.
      </p>
    </>
  )
}

function Verified() {
  const navigate = useNavigate()
  useAfter(REDIRECT_MS, () => void navigate('/', { replace: true }))
  return (
    <div role="status">
      <Icon name="check" size={32} className="mb-4 text-success" />
      <FormHead title="Age Verified!">Redirecting to the store...</FormHead>
    </div>
  )
}

function Denied({ onSlip }: { onSlip: () => void }) {
  const { minimumAge: age } = useSettings()
  function leave() {
    // A browser closes only windows that a script opened; otherwise the visitor is sent away.
    window.close()
    window.location.assign(OUTSIDE)
  }
  return (
    <div role="alert">
      <FormHead title="Access Denied">
        You must be {age} years or older to access this website. Thank you for your understanding.
      </FormHead>
      <div className="flex gap-3 max-sm:flex-col sm:flex-wrap">
        <Button variant="secondary" size="lg" onClick={leave}>
          Exit Site
        </Button>
        <Button variant="quiet" size="lg" onClick={onSlip}>
          I pressed the wrong button
        </Button>
      </div>
    </div>
  )
}
