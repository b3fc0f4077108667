import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { createNews, useStore } from '#kernel/client/store.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { CONSENT_WORDING } from '../consents/consent-wording.ts'
import { connectBrowser, disconnectBrowser, isPushSupported, PermissionDenied, push } from '../push/browser-push.ts'
import type { PushPreferences } from '../push/contract.ts'
import { ConnectedDevices } from './connected-devices.tsx'
import { NotLoaded, ToggleRow } from './toggle-row.tsx'
import { refetchPreferences, savePreferences, showPreferences, usePreferences } from './use-preferences.ts'

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
const testFrom = (shop: string) => ({
  title: 'Test Notification',
  body: withFullStop(`This is a test notification from ${shop}`),
})

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
      // Some browsers send no event after an answer to the prompt.
      changes.tell()
      await refetchPreferences(userId)
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      {isLoadingError && (
        <NotLoaded onRetry={() => void refetch()}>
          Your settings could not be loaded, so the default settings are shown.
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
      {data.optIn && !isOn && <NotHere userId={userId} onFailure={text => setProblem({ text })} />}
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

/** The user agreed to pushes, and this browser gets none. */
function NotHere({ userId, onFailure }: { userId: string; onFailure: (text: string) => void }) {
  const [busy, setBusy] = useState(false)
  async function withdraw() {
    setBusy(true)
    await savePreferences(userId, { optIn: false }).catch(() => onFailure(NOT_TURNED))
    await refetchPreferences(userId)
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm">You agreed to push notifications. This browser does not show them yet.</p>
      <Button variant="quiet" size="sm" busy={busy} busyText="Saving..." onClick={() => void withdraw()}>
        Withdraw on all devices
      </Button>
    </div>
  )
}

function TestButton({ userId }: { userId: string }) {
  const { name } = useSettings().brand
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    try {
      await call(push.test.$post({ json: { userId, ...testFrom(name) } }))
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

/** The browser's push permission; `unsupported` in a browser without pushes. */
type Permission = NotificationPermission | 'unsupported'

/** Tells answers to the prompt and changes in the browser's own settings. */
const changes = createNews(() => {
  const leaving = new AbortController()
  const { signal } = leaving
  const tell = () => changes.tell()
  window.addEventListener('focus', tell, { signal })
  // Some browsers cannot query this permission.
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => signal.aborted || status.addEventListener('change', tell, { signal }),
    () => {},
  )
  return () => leaving.abort()
})

const permissionStore = {
  get: (): Permission => (isPushSupported() ? Notification.permission : 'unsupported'),
  subscribe: changes.subscribe,
}

const usePermission = () => useStore<Permission>(permissionStore, 'default')

const TYPES = [
  { name: 'giveawayAlerts', label: 'Giveaway Alerts', hint: 'New giveaways, early access and results.' },
  { name: 'orderUpdates', label: 'Order Updates', hint: 'Payment, shipping and delivery of your orders.' },
  { name: 'promotionalOffers', label: 'Promotional Offers', hint: 'New gear, sales and codes.' },
  { name: 'cartReminders', label: 'Cart Reminders', hint: 'When something waits in your cart.' },
] as const

type TypeFlags = Pick<PushPreferences, (typeof TYPES)[number]['name']>

/** The type flags in the form of `PUT /api/push/preferences`. */
const typeFlagsOf = (preferences: TypeFlags): TypeFlags => ({
  giveawayAlerts: preferences.giveawayAlerts,
  orderUpdates: preferences.orderUpdates,
  promotionalOffers: preferences.promotionalOffers,
  cartReminders: preferences.cartReminders,
})

/** One toggle per type of message. Each applies at once and flips back silently when saving fails. */
function TypeToggles({ userId, preferences }: { userId: string; preferences: PushPreferences }) {
  async function choose(name: keyof TypeFlags, on: boolean) {
    showPreferences(userId, { [name]: on })
    try {
      await savePreferences(userId, { optIn: true, ...typeFlagsOf(preferences), [name]: on })
    } catch {
      showPreferences(userId, { [name]: !on })
    }
  }
  return (
    <fieldset>
      <legend className="label mb-1 text-muted">What you receive</legend>
      {TYPES.map(({ name, label, hint }) => (
        <ToggleRow
          key={name}
          label={label}
          hint={hint}
          checked={preferences[name]}
          onChange={on => void choose(name, on)}
        />
      ))}
    </fieldset>
  )
}
