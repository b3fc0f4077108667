import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { settingsIn, useSettings } from '#kernel/client/site.ts'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { FormHead, IdentityFrame } from '../sign-in/web/identity-frame.tsx'

const REDIRECT_MS = 2000
const OUTSIDE = 'https://www.google.com/'
const FLAGS = { verified: 'age_verified', declined: 'age_declined' } as const

export const meta: MetaFunction = ({ matches }) => [
  { title: 'Age Verification · Redoubt' },
  { name: 'description', content: `Redoubt is for visitors of ${settingsIn(matches).minimumAge} years or older.` },
  { name: 'robots', content: 'noindex' },
]

/** A visual gate that proves nothing; birth dates prove the age. It asks again at every visit. */
export default function AgeVerificationPage() {
  const [decision, setDecision] = useState<keyof typeof FLAGS>()
  function decide(next: keyof typeof FLAGS) {
    browserStorage.removeItem(next === 'verified' ? FLAGS.declined : FLAGS.verified)
    browserStorage.setItem(FLAGS[next], 'true')
    setDecision(next)
  }
  return (
    <IdentityFrame>
      {decision === 'verified' ? <Verified /> : decision === 'declined' ? <Denied /> : <Prompt onDecide={decide} />}
    </IdentityFrame>
  )
}

function Prompt({ onDecide }: { onDecide: (decision: keyof typeof FLAGS) => void }) {
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
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div role="status">
      <Icon name="check" size={32} className="mb-4 text-success" />
      <FormHead title="Age Verified!">Redirecting to the store...</FormHead>
    </div>
  )
}

function Denied() {
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
      <Button variant="secondary" size="lg" onClick={leave}>
        Exit Site
      </Button>
    </div>
  )
}
