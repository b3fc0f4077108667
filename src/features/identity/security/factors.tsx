import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Mfa } from '../user/answers.ts'
import { identity } from '../web/identity-client.ts'
import { reauthenticated } from '../web/reauthentication.ts'
import { EnrolDialog, type Enrollable } from './enrol-dialog.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { factorsChanged, useMfa } from './security-queries.ts'

const NAMES: Record<Enrollable, { title: string; about: (mfa: Mfa) => string }> = {
  totp: { title: 'Authenticator app', about: () => 'A code from an app on your phone, without any network.' },
  sms: {
    title: 'Text message',
    about: ({ sms }) => (sms.phone ? `Codes go to ${sms.phone}.` : 'A code to your phone at each sign-in.'),
  },
  email: { title: 'Email', about: ({ email }) => `A code to ${email.address} at each sign-in.` },
}
const TYPES = Object.keys(NAMES) as Enrollable[]

/** The second factors with their switches, and the recovery codes. */
export const Factors = () => (
  <QueryBody query={useMfa()} loading={<SkeletonText lines={6} />}>
    {mfa => <FactorList mfa={mfa} />}
  </QueryBody>
)

function FactorList({ mfa }: { mfa: Mfa }) {
  const [enrolling, setEnrolling] = useState<Enrollable>()
  const [removing, setRemoving] = useState<Enrollable>()
  const [codes, setCodes] = useState<string[]>()
  const isOn = mfa.passkeys.length > 0 || TYPES.some(type => mfa[type].enabled)

  async function done(recoveryCodes: string[] | undefined) {
    setEnrolling(undefined)
    setCodes(recoveryCodes)
    await factorsChanged()
  }
  async function remove(type: Enrollable) {
    await reauthenticated(() => call(identity.auth.mfa[type].$delete({ json: {} })))
    setRemoving(undefined)
    toast.success(`${NAMES[type].title} turned off.`)
    await factorsChanged()
  }
  return (
    <>
      <p className="-mt-2 mb-4 text-muted">
        {isOn
          ? 'A sign-in by password asks for one of these as well. A passkey alone is enough.'
          : 'With a second step, a stolen password is not enough to sign in.'}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {TYPES.map(type => (
          <Factor
            key={type}
            title={NAMES[type].title}
            about={NAMES[type].about(mfa)}
            enabled={mfa[type].enabled}
            onTurnOn={() => setEnrolling(type)}
            onTurnOff={() => setRemoving(type)}
          />
        ))}
      </ul>
      <Passkeys passkeys={mfa.passkeys} onAdded={done} />
      {isOn && <RecoveryCodesLeft left={mfa.recoveryCodes.left} onMade={done} />}
      {enrolling && <EnrolDialog type={enrolling} onClose={() => setEnrolling(undefined)} onDone={done} />}
      {removing && (
        <ConfirmDialog
          onOpenChange={() => setRemoving(undefined)}
          title={`Turn off ${NAMES[removing].title.toLowerCase()}?`}
          description="Signing in will no longer ask for it. You can turn it on again at any time."
          confirmLabel="Turn off"
          busyLabel="Turning off..."
          danger
          onConfirm={() => remove(removing)}
        />
      )}
      <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />
    </>
  )
}

type FactorProps = { title: string; about: string; enabled: boolean; onTurnOn: () => void; onTurnOff: () => void }

function Factor({ title, about, enabled, onTurnOn, onTurnOff }: FactorProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {title} {enabled && <Badge tone="success">On</Badge>}
        </p>
        <p className="text-muted text-sm">{about}</p>
      </div>
      <Button variant="secondary" onClick={enabled ? onTurnOff : onTurnOn}>
        {enabled ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> {title.toLowerCase()}</span>
      </Button>
    </li>
  )
}

type RecoveryCodesLeftProps = { left: number; onMade: (codes: string[]) => Promise<void> }

function RecoveryCodesLeft({ left, onMade }: RecoveryCodesLeftProps) {
  const [asking, setAsking] = useState(false)
  async function make() {
    const answer = await reauthenticated(() => call(identity.auth.mfa['recovery-codes'].$post({ json: {} })))
    setAsking(false)
    await onMade(answer.recoveryCodes)
  }
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">Recovery codes</span>
        <span className={left < 3 ? 'block text-sm text-warning' : 'block text-muted text-sm'}>
          <span className="figure">{left}</span> of <span className="figure">10</span> left
        </span>
      </p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Make new codes
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        description="The codes that you have saved will stop working."
        confirmLabel="Make new codes"
        busyLabel="Making..."
        onConfirm={make}
      />
    </div>
  )
}
