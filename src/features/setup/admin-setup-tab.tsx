import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { OpeningPanel } from './opening/opening-panel.tsx'
import { checkAgain, type ShownSetup, type ShownStep, setupClient, setupQuery } from './setup-client.ts'

/** `/admin?tab=setup`: the open steps of a new shop, in order. */
export function AdminSetupTab() {
  const read = useQuery(setupQuery)
  return (
    <QueryBody query={read} loading={<SkeletonText lines={10} />}>
      {setup => <Checklist setup={setup} busy={read.isFetching} />}
    </QueryBody>
  )
}

function Checklist({ setup, busy }: { setup: ShownSetup; busy: boolean }) {
  const { steps, done, of } = setup
  const open = steps.filter(step => !step.done)
  const finished = steps.filter(step => step.done)
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      {!setup.isOpen && <OpeningPanel setup={setup} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-64 flex-1">
          <p className="mb-2 font-semibold">
            {done} of {of} steps are done
          </p>
          <ProgressBar label="Setup" value={done} max={of} text={`${done} of ${of} steps are done`} />
        </div>
        <Button variant="secondary" size="sm" busy={busy} busyText="Checking..." onClick={() => void checkAgain()}>
          Check again
        </Button>
      </div>
      {done === of && (
        <Notice kind="success" title="The shop is set up">
          Everything that a shop needs is there and works.
        </Notice>
      )}
      <ol className="flex flex-col divide-y divide-line border-line border-y">
        {open.map(step => (
          <OpenStep key={step.id} step={step} />
        ))}
      </ol>
      {finished.length > 0 && <Finished steps={finished} />}
    </div>
  )
}

function OpenStep({ step: { id, title, detail, to, isOptional } }: { step: ShownStep }) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-3 py-4 sm:grid-cols-[auto_1fr_auto]">
      <span aria-hidden="true" className="mt-1 size-5 rounded-full border-2 border-line-strong" />
      <div className="min-w-0">
        <h3 className="text-lg">
          {title}
          {isOptional && <span className="ml-2 text-base text-muted">optional</span>}
        </h3>
        <p className="text-muted">{detail}</p>
      </div>
      <span className="max-sm:col-start-2">
        {id === 'email' || id === 'sms' ? (
          <TestMessage channel={id} />
        ) : (
          <ButtonLink size="sm" variant="secondary" to={to} aria-label={`Go there: ${title}`}>
            Go there
          </ButtonLink>
        )}
      </span>
    </li>
  )
}

function TestMessage({ channel }: { channel: 'email' | 'sms' }) {
  const mayTest = useRight('settings.change')
  const sending = useMutation({
    mutationFn: () => call(setupClient.admin.setup['test-message'].$post({ json: { channel } })),
    onSuccess: ({ message }) => {
      toast.success(message)
      void checkAgain()
    },
    onError: error => toast.error(error.message),
  })
  if (!mayTest) return null
  return (
    <Button size="sm" variant="secondary" mutation={sending} busyText="Sending...">
      {channel === 'email' ? 'Send a test e-mail' : 'Send a test SMS'}
    </Button>
  )
}

/** Finished steps, folded. */
function Finished({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <details className="rounded-sm border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold">Done ({steps.length})</summary>
      <ul className="flex flex-col divide-y divide-line border-line border-t px-4">
        {steps.map(({ id, title, detail }) => (
          <li key={id} className="flex gap-3 py-3">
            <Icon name="check" className="mt-0.5 text-success" />
            <div className="min-w-0">
              <p>{title}</p>
              <p className="text-muted text-sm">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
