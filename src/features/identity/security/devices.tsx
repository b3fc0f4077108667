import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Device } from '../second-factors/answers.ts'
import { identity } from '../web/identity-client.ts'
import { OWN_ZONE, refreshSecurity, useDevices } from './security-queries.ts'

const AWAY = 'You could not be signed out. Please check your connection and try again.'

/** Ends every session and clears this browser as a sign-out does. False when the server could not be reached. */
export type SignOutEverywhere = () => Promise<boolean>

/** The user's signed-in browsers, to sign out singly or all at once. */
export function Devices({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) {
  const devices = useDevices()
  if (devices.data) return <DeviceList devices={devices.data.sessions} signOutEverywhere={signOutEverywhere} />
  if (devices.isError)
    return (
      <FailedState onRetry={() => void devices.refetch()} busy={devices.isFetching}>
        {devices.error.message}
      </FailedState>
    )
  return <SkeletonText lines={3} />
}

function DeviceList({ devices, signOutEverywhere }: { devices: Device[]; signOutEverywhere: SignOutEverywhere }) {
  const [ending, setEnding] = useState<Device | 'all'>()
  const navigate = useNavigate()

  async function end(which: Device | 'all') {
    if (which === 'all') {
      if (!(await signOutEverywhere())) throw new Error(AWAY)
      await navigate('/login', { replace: true })
      return
    }
    await call(identity.auth.sessions[':id'].$delete({ param: { id: which.id } }))
    setEnding(undefined)
    toast.success(`${which.device} was signed out.`)
    await refreshSecurity()
  }
  return (
    <>
      <ul aria-label="Browsers where you are signed in" className="-mt-5 divide-y divide-line border-line border-b">
        {devices.map(device => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <p className="min-w-0 flex-1 basis-60">
              <span className="flex flex-wrap items-center gap-x-3 font-semibold">
                {device.device} {device.current && <Badge tone="success">This browser</Badge>}
              </span>
              <span className="text-muted text-sm">
                Last active {formatMoment(new Date(device.lastUsedAt), OWN_ZONE)}
              </span>
            </p>
            {!device.current && (
              <Button variant="secondary" onClick={() => setEnding(device)}>
                Sign out<span className="sr-only"> {device.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="secondary" icon="logout" className="mt-5" onClick={() => setEnding('all')}>
        Sign out everywhere
      </Button>
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(undefined)}
          title={ending === 'all' ? 'Sign out everywhere?' : `Sign out ${ending.device}?`}
          description={
            ending === 'all'
              ? 'Every browser is signed out, this one too. You will have to sign in again.'
              : 'That browser will have to sign in again.'
          }
          confirmLabel="Sign out"
          busyLabel="Signing out..."
          danger
          onConfirm={() => end(ending)}
        />
      )}
    </>
  )
}
