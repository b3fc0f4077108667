import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { deviceName } from '#platform/device-name.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { lazy } from '#ui/lazy.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { connectBrowser, disconnectBrowser, endpointHere, push } from '../push/browser-push.ts'
import type { PushDevice } from '../push/contract.ts'
import { refetchPreferences } from './use-preferences.ts'

// Loaded lazily because this dialog brings the headless library along, needed only to remove a device.
const ConfirmDialog = lazy(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

const LABELS: Record<PushDevice['channelType'], string> = { WEB_PUSH: 'Web Browser' }
const NOT_TURNED = 'Failed to update push notification settings. Please try again.'

type DevicesProps = {
  userId: string
  devices: readonly PushDevice[]
  /** Pushes are on, so this browser can be connected. */
  mayConnect: boolean
  onFailure: (text: string) => void
}

/** The browsers that get this user's pushes; the user can remove any of them from here. */
export function ConnectedDevices({ userId, devices, mayConnect, onFailure }: DevicesProps) {
  const here = useQuery({ queryKey: ['push', 'here', devices], queryFn: endpointHere }).data
  const [leaving, setLeaving] = useState<PushDevice>()
  const [busy, setBusy] = useState(false)
  const isHere = devices.some(({ endpoint, enabled }) => enabled && endpoint === here)

  async function connect() {
    setBusy(true)
    await connectBrowser(userId).catch(() => onFailure(NOT_TURNED))
    await refetchPreferences(userId)
    setBusy(false)
  }
  async function remove({ endpoint }: PushDevice) {
    if (endpoint === here) await disconnectBrowser(userId)
    else await call(push.unregister.$delete({ json: { userId, endpoint } }))
    setLeaving(undefined)
    await refetchPreferences(userId)
  }

  return (
    <section aria-labelledby="connected-devices" className="mt-2">
      <h3 id="connected-devices" className="border-line border-b pb-2 text-xl">
        Connected Devices
      </h3>
      {devices.length === 0 && <p className="py-3 text-muted">No browser is connected yet.</p>}
      <ul>
        {devices.map(device => (
          <Device
            key={device.id}
            device={device}
            isHere={device.endpoint === here}
            onRemove={() => setLeaving(device)}
          />
        ))}
      </ul>
      {mayConnect && here !== undefined && !isHere && (
        <Button
          variant="secondary"
          className="mt-3"
          busy={busy}
          busyText="Connecting..."
          onClick={() => void connect()}
        >
          Connect This Browser
        </Button>
      )}
      {leaving && (
        <ConfirmDialog
          onOpenChange={open => open || setLeaving(undefined)}
          title="Remove this device?"
          description={`${LABELS[leaving.channelType]}, ${deviceName(leaving.userAgent, 'Browser')}: it gets no more notifications until it is connected again.`}
          confirmLabel="Remove Device"
          busyLabel="Removing..."
          danger
          onConfirm={() => remove(leaving)}
        />
      )}
    </section>
  )
}

type DeviceProps = { device: PushDevice; isHere: boolean; onRemove: () => void }

function Device({ device, isHere, onRemove }: DeviceProps) {
  const name = deviceName(device.userAgent, 'Browser')
  return (
    <li className="flex items-center justify-between gap-4 border-line border-b py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span>{LABELS[device.channelType]}</span>
          {isHere && <Badge tone="success">This browser</Badge>}
          {!device.enabled && <Badge tone="warning">Paused</Badge>}
        </p>
        <p className="text-muted text-sm">
          {name}, since {formatDay(device.createdAt, 'short')}
          {!device.enabled && '. It can no longer be reached: connect it again from that browser.'}
        </p>
      </div>
      <Button variant="quiet" icon="trash" onClick={onRemove}>
        Remove
        <span className="sr-only">
          {' '}
          {LABELS[device.channelType]}, {name}
        </span>
      </Button>
    </li>
  )
}
