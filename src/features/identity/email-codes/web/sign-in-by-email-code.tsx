import { useCallback, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Challenge } from '../../factors/contract.ts'
import { type Details, EMPTY_DETAILS } from '../../registration/web/registration-check.ts'
import { beginSession, type SignInAnswer } from '../../web/identity-client.ts'
import { IsPart } from '../../web/identity-frame.tsx'
import { EmailCodeStep, type VerifyAnswer } from './email-code-step.tsx'
import { EmailStep } from './email-step.tsx'

const loading = <SkeletonText lines={6} />
const ChallengeFlow = lazy(
  async () => (await import('../../sign-in/challenge/challenge-flow.tsx')).ChallengeFlow,
  loading,
)
const DetailsStep = lazy(async () => (await import('./details-step.tsx')).DetailsStep, loading)

type Step =
  /** `problem` says why an earlier step began again. */
  | { at: 'email'; problem?: string }
  | { at: 'code' }
  | { at: 'details'; registrationToken: string }
  | { at: 'challenge'; challenge: Challenge }
  | { at: 'refused'; message: string }

type Props = {
  /** The path of the sign-in page, for accounts that a code must not open. */
  signInPath: string
  /** False when nothing is shipped. */
  needsAddress: boolean
}

/**
 * Signs a guest in without leaving the page: an address, the code from its mailbox, and for an address without an account the rest of a
 * registration. The page changes by itself when the session begins.
 */
export function SignInByEmailCode({ signInPath, needsAddress }: Props) {
  const [step, setStep] = useState<Step>({ at: 'email' })
  const [email, setEmail] = useState('')
  // Kept here, so that a step that begins again loses nothing.
  const [typed, setTyped] = useState<Details>(EMPTY_DETAILS)
  const begin = useCallback((problem?: string) => setStep({ at: 'email', ...(problem && { problem }) }), [])

  const continueSignIn = (answer: SignInAnswer) =>
    answer.success ? beginSession(answer) : setStep({ at: 'challenge', challenge: answer.challenge })
  const take = (answer: VerifyAnswer) =>
    'registrationToken' in answer
      ? setStep({ at: 'details', registrationToken: answer.registrationToken })
      : continueSignIn(answer)

  switch (step.at) {
    case 'email':
      return (
        <EmailStep
          initial={email}
          problem={step.problem}
          onSent={address => {
            setEmail(address)
            setStep({ at: 'code' })
          }}
        />
      )
    case 'code':
      return (
        <EmailCodeStep
          email={email}
          onAnswer={take}
          onRefused={message => setStep({ at: 'refused', message })}
          onBack={() => begin()}
        />
      )
    case 'details':
      return (
        <DetailsStep
          {...{ email, needsAddress, typed, setTyped }}
          registrationToken={step.registrationToken}
          onOver={begin}
        />
      )
    case 'challenge':
      return (
        <IsPart value>
          <ChallengeFlow challenge={step.challenge} onAnswer={continueSignIn} onBack={() => begin()} />
        </IsPart>
      )
    case 'refused':
      return (
        <Notice kind="warning" title={step.message} live>
          <p>
            Your cart stays as it is. <TextLink to={signInPath}>Go to the sign-in page</TextLink>
          </p>
          <Button variant="secondary" className="mt-3 mb-1" onClick={() => begin()}>
            Use another email
          </Button>
        </Notice>
      )
  }
}
