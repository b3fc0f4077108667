import { useContext, useEffect, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { useNow } from '#ui/time/use-now.ts'
import type { Challenge, Method } from '../../factors/contract.ts'
import { CHALLENGE_SECONDS } from '../../user/rules.ts'
import { identity, type SignInAnswer } from '../../web/identity-client.ts'
import { FormHead, IsPart } from '../../web/identity-frame.tsx'
import {
  FactorCodeStep,
  MethodStep,
  NewPasswordStep,
  PasskeyStep,
  RecoveryStep,
  type Send,
} from './challenge-steps.tsx'

/** The alternatives to answering a step. */
type Instead = 'other-method' | 'recovery'

type ChallengeFlowProps = {
  challenge: Challenge
  /** Receives the server's answer: the session, or the next challenge. */
  onAnswer: (answer: SignInAnswer) => void
  /** Back to the address and password. */
  onBack: () => void
}

/** The steps of a sign-in after the password. Each step is open for 180 seconds and then shows that it expired. */
export function ChallengeFlow({ challenge, onAnswer, onBack }: ChallengeFlowProps) {
  const [overId, setOverId] = useState<string>()
  const [instead, setInstead] = useState<{ id: string; way: Instead }>()
  const { id, type } = challenge
  const isPart = useContext(IsPart)
  // Counts from now on this browser's clock, which may differ from the server's.
  useEffect(() => {
    const timer = setTimeout(() => setOverId(id), CHALLENGE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [id])

  const send: Send = async answer => onAnswer(await call(identity.auth.challenge.$post({ json: { id, ...answer } })))
  if (overId === id) return <TookTooLong onBack={onBack} />
  // A choice made for one challenge does not apply to the next.
  const way = instead?.id === id ? instead.way : undefined
  const turnTo = (to: Instead | undefined) => setInstead(to && { id, way: to })
  const isFactor = type !== 'NEW_PASSWORD_REQUIRED'
  return (
    <>
      <Step key={`${id} ${way}`} challenge={challenge} way={way} send={send} />
      <div className="mt-6 flex flex-col items-start">
        {way && (
          <Button variant="quiet" icon="chevron-left" className="-ml-5" onClick={() => turnTo(undefined)}>
            {type === 'SELECT_MFA_TYPE' ? 'Choose another method' : 'Back to the previous step'}
          </Button>
        )}
        {!way && type !== 'SELECT_MFA_TYPE' && (challenge.methods?.length ?? 0) > 1 && (
          <Button variant="quiet" className="-ml-5" onClick={() => turnTo('other-method')}>
            Use another method
          </Button>
        )}
        {!way && isFactor && type !== 'SELECT_MFA_TYPE' && (
          <Button variant="quiet" className="-ml-5" onClick={() => turnTo('recovery')}>
            Use a recovery code
          </Button>
        )}
        <Button variant="quiet" icon="chevron-left" className="-ml-5" onClick={onBack}>
          {isPart ? 'Back to your email' : 'Back to Sign In'}
        </Button>
        <TimeLeft key={id} seconds={CHALLENGE_SECONDS} />
      </div>
    </>
  )
}

type StepProps = { challenge: Challenge; way: Instead | undefined; send: Send }

function Step({ challenge, way, send }: StepProps) {
  const choose = (method: Method) => send({ method })
  if (way === 'recovery') return <RecoveryStep send={send} />
  if (way === 'other-method' || challenge.type === 'SELECT_MFA_TYPE')
    return <MethodStep methods={challenge.methods ?? []} onChoose={choose} />
  if (challenge.type === 'NEW_PASSWORD_REQUIRED') return <NewPasswordStep send={send} />
  if (challenge.type === 'WEB_AUTHN') return <PasskeyStep options={challenge.options!} send={send} />
  return <FactorCodeStep challenge={challenge} send={send} />
}

function TookTooLong({ onBack }: { onBack: () => void }) {
  const isPart = useContext(IsPart)
  return (
    <div role="alert">
      <FormHead title="This step has expired">
        For your safety, each step of a sign-in expires after 3 minutes.{' '}
        {isPart
          ? 'Your email is still filled in. Please request a new code.'
          : 'Your email and password are still filled in. Please sign in again.'}
      </FormHead>
      <Button size="lg" onClick={onBack} autoFocus>
        {isPart ? 'Ask for a code' : 'Sign in again'}
      </Button>
    </div>
  )
}

/** The time left for a step, as a clock. Screen readers do not announce each second; the expiry is announced. */
function TimeLeft({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const now = useNow()
  // The clock ticks in whole seconds, and the current second may have begun before this step.
  const left = now === null ? seconds : Math.min(seconds, Math.max(0, Math.ceil((end - now) / 1000)))
  return (
    <p className="mt-3 text-muted text-sm">
      This step is open for{' '}
      <span className="figure text-ink">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
    </p>
  )
}
