import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import type { SenderChecks as Checks, SenderCheck, TestEmailSent } from '../contract.ts'
import { settingsClient } from './use-settings-form.ts'

const KINDS: Record<SenderCheck['id'], string> = { domain: 'Domain', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' }
const STATES: Record<SenderCheck['state'], { word: string; icon: IconName; sign: string }> = {
  ok: { word: 'In order', icon: 'check', sign: 'text-success' },
  warning: { word: 'Warning', icon: 'warning', sign: 'text-warning' },
  failed: { word: 'Failed', icon: 'close', sign: 'text-danger' },
}
const SENT: Record<TestEmailSent['state'], 'success' | 'warning' | 'danger'> = {
  sent: 'success',
  waiting: 'warning',
  refused: 'danger',
}

/** Asks DNS about the saved sender, and sends the reader a test e-mail. @param isChanged typed changes are not saved. */
export function SenderChecks({ isChanged, mayChange }: { isChanged: boolean; mayChange: boolean }) {
  const checking = useMutation({ mutationFn: () => call(settingsClient.sender.$get()) })
  const testing = useMutation({ mutationFn: () => call(settingsClient.sender.test.$post()) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" mutation={checking} busyText="Checking..." disabled={isChanged}>
          Check DNS
        </Button>
        {mayChange && (
          <Button variant="secondary" mutation={testing} busyText="Sending..." disabled={isChanged}>
            Send a test e-mail
          </Button>
        )}
        {isChanged && <p className="text-muted text-sm">Save the settings first.</p>}
      </div>
      <div role="status" className="flex flex-col gap-3">
        {checking.error && <Notice kind="danger">{checking.error.message}</Notice>}
        {checking.data && !isChanged && <CheckList {...checking.data} />}
        {testing.error && <Notice kind="danger">{testing.error.message}</Notice>}
        {testing.data && !isChanged && <Notice kind={SENT[testing.data.state]}>{testing.data.message}</Notice>}
      </div>
    </div>
  )
}

function CheckList({ sender, checks }: Checks) {
  return (
    <div className="rounded-sm border border-line bg-surface p-4 text-sm">
      <p className="mb-3 wrap-anywhere">
        E-mails come from {sender.name} &lt;{sender.address}&gt;.
      </p>
      <ul className="flex flex-col gap-3">
        {checks.map(({ id, state, message }) => {
          const { word, icon, sign } = STATES[state]
          return (
            <li key={id} className="flex gap-3">
              <Icon name={icon} className={classNames('mt-px', sign)} />
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">
                  {KINDS[id]}: {word}.
                </span>{' '}
                {message}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
