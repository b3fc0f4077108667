import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ownZone } from '#ui/time/own-zone.ts'
import { FirstPasswordForm } from '../passwords/web/first-password-form.tsx'
import { NewPasswordFields, newPasswordErrors, PASSWORD_RULE } from '../passwords/web/new-password-fields.tsx'
import type { Device } from '../user/answers.ts'
import { identity } from '../web/identity-client.ts'
import { useForm } from '../web/use-form.ts'
import { useProfile } from '../web/use-profile.ts'
import { useSubmit } from '../web/use-submit.ts'
import { Factors } from './factors.tsx'
import { ReauthenticationPrompt } from './reauthentication-prompt.tsx'
import { refreshSecurity, useDevices } from './security-queries.ts'

/** The sign-in settings: password, second factors and signed-in browsers. For the dashboard's profile tab. */
export function SecuritySection({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) {
  return (
    <section aria-labelledby="security" className="mt-14">
      <SectionHeading id="security">Security</SectionHeading>
      <div className="grid gap-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <SectionHeading level={3}>Password</SectionHeading>
          <Password />
        </div>
        <div className="flex flex-col gap-10">
          <div>
            <SectionHeading level={3}>Two-Step Verification</SectionHeading>
            <Factors />
          </div>
          <div>
            <SectionHeading level={3}>Where You're Signed In</SectionHeading>
            <Devices signOutEverywhere={signOutEverywhere} />
          </div>
        </div>
      </div>
      <ReauthenticationPrompt />
    </section>
  )
}

/** Changes the password, or sets the first one. */
const Password = () => (
  <QueryBody query={useProfile()} loading={<SkeletonText lines={4} />}>
    {({ hasPassword }) => (hasPassword ? <PasswordForm /> : <FirstPasswordForm />)}
  </QueryBody>
)

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The current password and the new one twice. Saving signs out all other browsers. */
function PasswordForm() {
  const user = useUser()
  const { busy, problem, run } = useSubmit()
  const form = useForm(EMPTY, ({ currentPassword, ...chosen }) => ({
    ...(!currentPassword && { currentPassword: 'Password is required' }),
    ...newPasswordErrors(chosen),
    ...(chosen.newPassword && !chosen.confirmPassword && { confirmPassword: 'Please confirm your password' }),
  }))

  async function change() {
    const { currentPassword, newPassword } = form.values
    const answer = await call(identity.auth['change-password'].$post({ json: { currentPassword, newPassword } }))
    for (const name of ['currentPassword', 'newPassword', 'confirmPassword'] as const) form.set(name, '')
    toast.success(answer.message)
    await refreshSecurity()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(async () => {
      await change().catch(error => {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'IncorrectPassword') return form.show({ currentPassword: error.message })
        const wrong = error.errors.newPassword?.[0]
        if (!wrong) throw error
        form.show({ newPassword: wrong })
      })
    }, 'Your password could not be changed. Please try again.')
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      {/* Tells password managers the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        {...form.text('currentPassword')}
        label="Current Password"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} hint={PASSWORD_RULE} />
      <Button type={form.submitType} variant="secondary" busy={busy} busyText="Saving..." className="self-start">
        Change Password
      </Button>
    </form>
  )
}

const AWAY = 'You could not be signed out. Please check your connection and try again.'

/** Ends every session and clears this browser as a sign-out does. False when the server could not be reached. */
export type SignOutEverywhere = () => Promise<boolean>

/** The user's signed-in browsers, to sign out singly or all at once. */
const Devices = ({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) => (
  <QueryBody query={useDevices()} loading={<SkeletonText lines={3} />}>
    {({ sessions }) => <DeviceList devices={sessions} signOutEverywhere={signOutEverywhere} />}
  </QueryBody>
)

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
                Last active {formatMoment(new Date(device.lastUsedAt), ownZone())}
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
