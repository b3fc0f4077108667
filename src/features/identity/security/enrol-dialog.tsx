import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { QrCode } from '#ui/pictures/qr-code.tsx'
import { identity } from '../web/identity-client.ts'
import { PhoneField } from '../web/reach-fields.tsx'
import { reauthenticated } from '../web/reauthentication.ts'
import { useProfile } from '../web/use-profile.ts'
import { useSubmit } from '../web/use-submit.ts'
import { problemOfDigits, useTypedDigits } from '../web/use-typed-digits.ts'

export type Enrollable = 'totp' | 'sms' | 'email'

const TITLES: Record<Enrollable, string> = {
  totp: 'Set up an authenticator app',
  sms: 'Set up codes by text message',
  email: 'Set up codes by email',
}
const FAILED = 'This could not be turned on. Please try again.'

type BegunApp = { secret: string; uri: string; qr: { size: number; path: string } }
type Begun = BegunApp | { sentTo: string }

type EnrolDialogProps = {
  type: Enrollable
  onClose: () => void
  /** Receives the recovery codes, if new ones were issued. */
  onDone: (recoveryCodes: string[] | undefined) => Promise<void>
}

/** Enables a factor: starts the enrolment, then asks for the first code. */
export function EnrolDialog({ type, onClose, onDone }: EnrolDialogProps) {
  const [begun, setBegun] = useState<Begun>()
  const beginning = useSubmit()

  const begin = (phone?: string) =>
    beginning.run(async () => {
      const answer = await reauthenticated(() => postFactor(type, phone ? { phone } : {}))
      if (!answer.enabled) setBegun(answer)
    }, FAILED)

  return (
    <Dialog onOpenChange={onClose} title={TITLES[type]} size="md">
      {begun ? (
        <CodeForm type={type} begun={begun} onDone={onDone} onResend={() => setBegun(undefined)} />
      ) : (
        <BeginForm type={type} busy={beginning.busy} problem={beginning.problem} onBegin={phone => void begin(phone)} />
      )}
    </Dialog>
  )
}

async function postFactor(type: Enrollable, json: { phone?: string; code?: string }) {
  const { totp, sms, email } = identity.auth.mfa
  if (type === 'totp') return call(totp.$post({ json }))
  return type === 'email' ? call(email.$post({ json })) : call(sms.$post({ json }))
}

type BeginFormProps = {
  type: Enrollable
  busy: boolean
  problem: string | undefined
  onBegin: (phone: string | undefined) => void
}

const LEADS: Record<Enrollable, string> = {
  totp: 'You need an app such as Aegis, Google Authenticator, 1Password or the one on your phone.',
  sms: 'We send a code to this number, now and at each sign-in. Your carrier may charge for messages.',
  email: 'We send a code to your email address, now and at each sign-in.',
}

function BeginForm({ type, busy, problem, onBegin }: BeginFormProps) {
  const profile = useProfile()
  const [typed, setTyped] = useState<string>()
  const phone = typed ?? profile.data?.phone ?? ''
  function submit(event: FormEvent) {
    event.preventDefault()
    onBegin(type === 'sms' ? phone : undefined)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <p>{LEADS[type]}</p>
      {type === 'sms' && <PhoneField value={phone} onChange={event => setTyped(event.target.value)} />}
      <Button type="submit" busy={busy} busyText="One moment..." className="self-start">
        {type === 'totp' ? 'Show the QR code' : 'Send code'}
      </Button>
    </form>
  )
}

type CodeFormProps = {
  type: Enrollable
  begun: Begun
  onDone: (recoveryCodes: string[] | undefined) => Promise<void>
  onResend: () => void
}

function CodeForm({ type, begun, onDone, onResend }: CodeFormProps) {
  const { busy, problem, run } = useSubmit()
  const confirm = (code: string) =>
    run(async () => {
      const answer = await postFactor(type, { code })
      await onDone(answer.enabled ? answer.recoveryCodes : undefined)
    }, FAILED)
  const { field, submit } = useTypedDigits(problemOfDigits, code => void confirm(code))
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      {'qr' in begun ? <AppSecret {...begun} /> : <p>We sent a 6-digit code to {begun.sentTo}.</p>}
      <DigitsField
        label="Code"
        hint={'qr' in begun ? 'The 6 digits that the app shows now' : undefined}
        required
        autoFocus
        {...field}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={field.value.length !== 6} busy={busy} busyText="Verifying...">
          Turn on
        </Button>
        {type !== 'totp' && (
          <Button variant="secondary" onClick={onResend}>
            Send again
          </Button>
        )}
      </div>
    </form>
  )
}

/** The secret as a QR code and as text. */
function AppSecret({ secret, uri, qr }: BegunApp) {
  return (
    <div className="flex flex-wrap items-center gap-6">
      <QrCode {...qr} label="QR code for your authenticator app" className="size-48" />
      <div className="min-w-0 flex-1 basis-52">
        <p>Scan this with your app, or type this key into it:</p>
        <p className="figure mt-2 select-all break-all text-lg" data-secret={secret}>
          {secret.match(/.{1,4}/g)!.join(' ')}
        </p>
        <p className="mt-3 text-sm">
          On this device:{' '}
          <a href={uri} className="rounded-sm text-signal underline decoration-1 underline-offset-3 hover:decoration-2">
            open it in your app
          </a>
        </p>
      </div>
    </div>
  )
}
