import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { CONSENT_WORDING } from '../consents/consent-wording.ts'
import { connectBrowser, disconnectBrowser, PermissionDenied, push } from '../push/browser-push.ts'
import { ConnectedDevices } from './connected-devices.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { ToggleRow } from './toggle-row.tsx'
import { TypeToggles, typeFlagsOf } from './type-toggles.tsx'
import { type Permission, permissionAnswered, usePermission } from './use-permission.ts'
import { readPreferencesAnew, savePreferences, showPreferences, usePreferences } from './use-preferences.ts'

/** The text for each state of the browser's push permission. */
const STATUS: Record<Permission, { kind: 'success' | 'danger' | 'info' | 'warning'; text: string }> = {
  granted: { kind: 'success', text: 'Push notifications are enabled' },
  denied: { kind: 'danger', text: 'Push notifications are blocked. Please enable them in your browser settings.' },
  default: { kind: 'info', text: 'Push notifications permission not requested' },
  unsupported: { kind: 'warning', text: 'Push notifications not supported in this browser' },
}

const NOT_TURNED = 'Failed to update push notification settings. Please try again.'
const REFUSED = 'Push notifications not enabled. Please enable them in your browser settings.'
const NOT_SENT = 'Failed to send test notification. Please check your settings.'
const NOBODY = 'User not authenticated'
const SENT = 'Test notification sent! Check your device.'
const TEST = { title: 'Test Notification', body: 'This is a test notification from Redoubt.' }

type Problem = { title?: string; text: string }

/** Push settings: on or off, the types of message, and the connected browsers. */
export function PushSection({ userId }: { userId: string | undefined }) {
  const permission = usePermission()
  return (
    <section aria-labelledby="push-notifications" className="min-w-0">
      <SectionHeading id="push-notifications">Push Notifications</SectionHeading>
      <Notice kind={STATUS[permission].kind} live>
        {STATUS[permission].text}
      </Notice>
      {userId && <PushControls userId={userId} permission={permission} />}
    </section>
  )
}

function PushControls({ userId, permission }: { userId: string; permission: Permission }) {
  const { data, isPending, isLoadingError, refetch } = usePreferences(userId)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  // Push counts as enabled only when the user wants it and the browser allows it.
  const isOn = data.optIn && permission === 'granted'

  async function turn() {
    setBusy(true)
    setProblem(undefined)
    try {
      if (isOn) await disconnectBrowser(userId)
      else await connectBrowser(userId)
      // Types are left out when they could not be loaded, so that saved choices stay.
      await savePreferences(userId, { ...(!isLoadingError && typeFlagsOf(data)), optIn: !isOn })
      showPreferences(userId, { optIn: !isOn })
    } catch (error) {
      setProblem(error instanceof PermissionDenied ? { title: error.message, text: REFUSED } : { text: NOT_TURNED })
    } finally {
      permissionAnswered()
      await readPreferencesAnew(userId)
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      {isLoadingError && (
        <NotLoaded onRetry={() => void refetch()}>
          Your settings could not be loaded, so these are the usual ones.
        </NotLoaded>
      )}
      <ToggleRow
        label="Enable Push Notifications"
        hint={CONSENT_WORDING.push.text}
        checked={isOn}
        disabled={permission === 'unsupported'}
        busy={busy || isPending}
        onChange={() => void turn()}
      />
      {problem && (
        <FormError>
          {problem.title && <span className="block">{problem.title}</span>}
          <span>{problem.text}</span>
        </FormError>
      )}
      {isOn && <TypeToggles userId={userId} preferences={data} />}
      {isOn && <TestButton userId={userId} />}
      {(isOn || data.endpoints.length > 0) && (
        <ConnectedDevices
          userId={userId}
          devices={data.endpoints}
          mayConnect={isOn}
          onFailure={text => setProblem({ text })}
        />
      )}
    </div>
  )
}

function TestButton({ userId }: { userId: string }) {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    try {
      await call(push.test.$post({ json: { userId, ...TEST } }))
      toast.success(SENT)
    } catch (error) {
      toast.error(error instanceof ApiError && error.status === 401 ? NOBODY : NOT_SENT)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" className="self-start" busy={busy} busyText="Sending..." onClick={() => void send()}>
      Send Test Notification
    </Button>
  )
}
