import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { preparePasskeys } from '../../security/passkey-client.ts'
import { NewPasskeyDialog } from '../../security/passkeys.tsx'
import { RecoveryCodesDialog } from '../../security/recovery-codes-dialog.tsx'
import { factorsChanged, useMfa } from '../../security/security-queries.ts'

/** A passkey belongs to a domain name; browsers refuse to make one for a bare address. */
const isIpAddress = (host: string) => /^[\d.]+$|^\[/.test(host)

/** For a user without a password: makes a passkey on the page, which signs in without a code from then on. */
export function PasskeyOffer() {
  const mfa = useMfa()
  const [isMaking, setMaking] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const isSupported = typeof PublicKeyCredential !== 'undefined' && !isIpAddress(location.hostname)
  async function made(recoveryCodes: string[] | undefined) {
    setMaking(false)
    setCodes(recoveryCodes)
    toast.success('The passkey signs you in next time.')
    await factorsChanged()
  }
  return (
    <>
      {mfa.data?.passkeys.length === 0 && isSupported && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          Next time without a code:
          <Button
            variant="secondary"
            size="sm"
            icon="shield"
            onClick={() => setMaking(true)}
            onPointerEnter={preparePasskeys}
            onFocus={preparePasskeys}
          >
            Make a passkey
          </Button>
        </p>
      )}
      {isMaking && <NewPasskeyDialog onClose={() => setMaking(false)} onAdded={made} />}
      <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />
    </>
  )
}
