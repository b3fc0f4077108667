import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { deviceName } from '#platform/device-name.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ownZone } from '#ui/time/own-zone.ts'
import type { PasskeyEntry } from '../user/answers.ts'
import { identity } from '../web/identity-client.ts'
import { reauthenticated } from '../web/reauthentication.ts'
import { useSubmit } from '../web/use-submit.ts'
import { makePasskey, NO_NEW_PASSKEY, preparePasskeys } from './passkey-client.ts'
import { factorsChanged } from './security-queries.ts'

type PasskeysProps = {
  passkeys: PasskeyEntry[]
  /** Receives the recovery codes, if new ones were issued. */
  onAdded: (recoveryCodes: string[] | undefined) => Promise<void>
}

/** The passkeys by name, and a button to add one. */
export function Passkeys({ passkeys, onAdded }: PasskeysProps) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PasskeyEntry>()

  async function remove({ id, name }: PasskeyEntry) {
    await reauthenticated(() => call(identity.auth.mfa.passkeys[':id'].$delete({ param: { id }, json: {} })))
    setRemoving(undefined)
    toast.success(`Passkey "${name}" removed.`)
    await factorsChanged()
  }
  return (
    <div className="border-line border-b py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">Passkeys</p>
          <p className="text-muted text-sm">Sign in with your fingerprint, face or PIN, without a password.</p>
        </div>
        <Button variant="secondary" onClick={() => setAdding(true)} onPointerEnter={preparePasskeys}>
          Add a passkey
        </Button>
      </div>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mt-3 divide-y divide-line border-line border-t">
          {passkeys.map(passkey => (
            <li key={passkey.id} className="flex items-center justify-between gap-4 py-2">
              <p className="min-w-0">
                <span className="break-words">{passkey.name}</span>
                <span className="block text-muted text-sm">
                  {passkey.lastUsedAt
                    ? `Last used ${formatMoment(new Date(passkey.lastUsedAt), ownZone())}`
                    : `Added ${formatMoment(new Date(passkey.addedAt), ownZone())}, not used yet`}
                </span>
              </p>
              <IconButton icon="trash" label={`Remove passkey ${passkey.name}`} onClick={() => setRemoving(passkey)} />
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <NewPasskeyDialog
          onClose={() => setAdding(false)}
          onAdded={async codes => {
            setAdding(false)
            await onAdded(codes)
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          onOpenChange={() => setRemoving(undefined)}
          title="Remove this passkey?"
          description={`"${removing.name}" will no longer sign you in. Remove it from your device's passwords too.`}
          confirmLabel="Remove passkey"
          busyLabel="Removing..."
          danger
          onConfirm={() => remove(removing)}
        />
      )}
    </div>
  )
}

type NewPasskeyDialogProps = Pick<PasskeysProps, 'onAdded'> & { onClose: () => void }

export const NewPasskeyDialog = ({ onAdded, onClose }: NewPasskeyDialogProps) => (
  <Dialog onOpenChange={onClose} title="Add a passkey" size="sm">
    <AddForm onAdded={onAdded} />
  </Dialog>
)

function AddForm({ onAdded }: Pick<PasskeysProps, 'onAdded'>) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const { busy, problem, run } = useSubmit()

  async function add() {
    const begun = await reauthenticated(() => call(identity.auth.mfa.passkeys.$post({ json: {} })))
    if (begun.enabled) return
    const { id, rawId, response } = await makePasskey(begun.options)
    const { clientDataJSON, attestationObject, transports } = response
    const shown = { clientDataJSON, attestationObject, ...(transports && { transports }) }
    const credential = { id, rawId, type: 'public-key' as const, response: shown }
    const answer = await call(identity.auth.mfa.passkeys.$post({ json: { credential, name: name.trim() } }))
    await onAdded(answer.enabled ? answer.recoveryCodes : undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    void run(add, NO_NEW_PASSKEY)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <TextField
        label="Name"
        hint="To recognize it later"
        maxLength={60}
        required
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Button
        type="submit"
        disabled={!name.trim()}
        busy={busy}
        busyText="Waiting for your device..."
        className="self-start"
      >
        Create passkey
      </Button>
    </form>
  )
}
