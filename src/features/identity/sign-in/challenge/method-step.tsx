import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import type { Method } from '../../second-factors/contract.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { FormHead } from '../web/identity-frame.tsx'

const METHOD_NAMES: Record<Method, { icon: IconName; label: string }> = {
  WEB_AUTHN: { icon: 'shield', label: 'Use a passkey' },
  SOFTWARE_TOKEN_MFA: { icon: 'clock', label: 'Code from an authenticator app' },
  SMS_MFA: { icon: 'bell', label: 'Code by text message' },
  EMAIL_OTP: { icon: 'mail', label: 'Code by email' },
}

/** Asks the user to choose a second factor. */
export function MethodStep({ methods, onChoose }: { methods: Method[]; onChoose: (method: Method) => Promise<void> }) {
  const { busy, problem, run } = useSubmit()
  return (
    <>
      <FormHead title="Verify It's You">Choose how to go on.</FormHead>
      <div className="flex flex-col gap-3">
        <FormError>{problem}</FormError>
        {methods.map((method, place) => (
          <Button
            key={method}
            variant="secondary"
            size="lg"
            wide
            icon={METHOD_NAMES[method].icon}
            busy={busy}
            autoFocus={place === 0}
            onClick={() => void run(() => onChoose(method), 'An error occurred. Please try again.')}
          >
            {METHOD_NAMES[method].label}
          </Button>
        ))}
      </div>
    </>
  )
}
