import type { ReactNode } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { Operations, Process } from './contract.ts'
import { useOperations, useRetry } from './operations-client.ts'
import { type Health, healthOf, inWords } from './rules.ts'

/** `/admin?tab=operations`, for owners: the state of each part, and what failed with its retry. */
export function AdminOperationsTab() {
  const read = useOperations()
  return (
    <QueryBody query={read} loading={<SkeletonText lines={12} />}>
      {operations => <Screen operations={operations} again={() => void read.refetch()} />}
    </QueryBody>
  )
}

function Screen({ operations, again }: { operations: Operations; again: () => void }) {
  const { processes, queues, messages, failedJobs, failedMessages } = operations
  return (
    <div className="flex flex-col gap-8">
      <Parts parts={healthOf(operations)} />
      <Processes processes={processes} />
      <Waiting queues={queues} messages={messages} />
      <FailedJobs jobs={failedJobs} again={again} />
      <FailedMessages messages={failedMessages} again={again} />
    </div>
  )
}

const TONES: Record<Health['state'], { tone: BadgeTone; word: string }> = {
  well: { tone: 'success', word: 'Well' },
  look: { tone: 'warning', word: 'Look' },
  broken: { tone: 'danger', word: 'Broken' },
}

function Parts({ parts }: { parts: readonly Health[] }) {
  return (
    <section aria-labelledby="operations-parts" className="flex flex-col gap-3">
      <h2 id="operations-parts" className="text-xl">
        Parts of the shop
      </h2>
      <ul className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {parts.map(({ part, state, text, at }) => (
          <li key={part} className="flex min-w-0 flex-col gap-1 bg-surface px-4 py-3">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">{part}</span>
              <Badge tone={TONES[state].tone}>{TONES[state].word}</Badge>
            </p>
            <p className="text-muted text-sm">
              {text}
              {at && (
                <>
                  {' '}
                  <TimeAgo at={at} />.
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROLES: Record<Process['role'], string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' }
const LOADS = ['Takes every call', 'Refuses lists', 'Refuses all but essential calls']

function Processes({ processes }: { processes: readonly Process[] }) {
  return (
    <section className="flex flex-col gap-2">
      <Table
        caption="Processes"
        className="max-sm:min-w-0!"
        head={[
          'Process',
          'Last beat',
          { name: 'Release', className: 'max-sm:hidden' },
          { name: 'Load', className: 'max-sm:hidden' },
          { name: 'Providers it leaves alone', className: 'max-sm:hidden' },
        ]}
      >
        {processes.map(({ instance, role, release, beatAt, isAlive, overload, outages }) => (
          <tr key={instance}>
            <Cell className="break-all">
              {instance}
              <span className="block text-muted">
                {ROLES[role]}
                <span className="sm:hidden">
                  , {release}, {LOADS[overload]?.toLowerCase()}
                </span>
              </span>
            </Cell>
            <Cell>
              {isAlive ? <TimeAgo at={beatAt} /> : <Badge tone="danger">Silent</Badge>}
              {!isAlive && (
                <span className="block text-muted">
                  since <TimeAgo at={beatAt} />
                </span>
              )}
            </Cell>
            <Cell className="max-sm:hidden">{release}</Cell>
            <Cell className="max-sm:hidden">{LOADS[overload]}</Cell>
            <Cell className="max-sm:hidden">
              {outages.length === 0 ? 'None' : outages.map(({ provider }) => provider).join(', ')}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="max-w-prose text-muted text-sm">
        Each process tells its own load and providers every 10 seconds. A process that stops in order leaves the table;
        a silent one died.
      </p>
    </section>
  )
}

function Waiting({ queues, messages }: Pick<Operations, 'queues' | 'messages'>) {
  return (
    <Table
      caption="Waiting work"
      className="max-sm:min-w-0!"
      head={[
        'Queue',
        { name: 'Due', numeric: true },
        { name: 'Oldest', numeric: true },
        { name: 'Failed', numeric: true },
      ]}
    >
      {messages.map(({ channel, due, oldestSeconds }) => (
        <tr key={channel}>
          <Cell>Messages by {channel === 'sms' ? 'SMS' : channel}</Cell>
          <Cell numeric>{due.toLocaleString('en-US')}</Cell>
          <Cell numeric>{due > 0 ? inWords(oldestSeconds) : '–'}</Cell>
          <Cell numeric>–</Cell>
        </tr>
      ))}
      {queues.map(({ queue, due, oldestSeconds, failed }) => (
        <tr key={queue}>
          <Cell className="break-all">{queue}</Cell>
          <Cell numeric>{due.toLocaleString('en-US')}</Cell>
          <Cell numeric>{due > 0 ? inWords(oldestSeconds) : '–'}</Cell>
          <Cell numeric>{failed.toLocaleString('en-US')}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function FailedJobs({ jobs, again }: { jobs: Operations['failedJobs']; again: () => void }) {
  if (jobs.length === 0) return <p className="text-muted">No job failed in the last 24 hours.</p>
  return (
    <Failures caption="Failed jobs" what="Job">
      {jobs.map(({ id, queue, at, error }) => (
        <Failure
          key={id}
          name={queue}
          error={error}
          at={at}
          retry={<Retry kind="job" id={id} name={queue} again={again} />}
        />
      ))}
    </Failures>
  )
}

function FailedMessages({ messages, again }: { messages: Operations['failedMessages']; again: () => void }) {
  if (messages.length === 0) return <p className="text-muted">No message was given up.</p>
  return (
    <Failures caption="Messages that were given up" what="Message">
      {messages.map(({ id, subject, to, at, error, mayRetry }) => (
        <Failure
          key={id}
          name={`${subject}, ${to}`}
          error={error}
          at={at}
          retry={mayRetry && <Retry kind="message" id={id} name={subject} again={again} />}
        />
      ))}
    </Failures>
  )
}

const Failures = ({ caption, what, children }: { caption: string; what: string; children: ReactNode }) => (
  <Table
    caption={caption}
    className="max-sm:min-w-0!"
    head={[what, { name: 'When', className: 'max-sm:hidden' }, { name: 'Retry', isHidden: true }]}
  >
    {children}{' '}
  </Table>
)

const Failure = ({ name, error, at, retry }: { name: string; error: string; at: string; retry: ReactNode }) => (
  <tr>
    <Cell className="break-words">
      {name}
      <span className="block text-muted">{error}</span>
    </Cell>
    <Cell className="whitespace-nowrap max-sm:hidden">
      <TimeAgo at={at} />
    </Cell>
    <Cell className="whitespace-nowrap text-right">{retry}</Cell>
  </tr>
)

function Retry({ kind, id, name, again }: { kind: 'job' | 'message'; id: string; name: string; again: () => void }) {
  const mayRetry = useRight('operations.change')
  const retry = useRetry(kind, id, again)
  if (!mayRetry) return null
  return (
    <Button size="sm" variant="secondary" mutation={retry} busyText="Trying..." aria-label={`Try again: ${name}`}>
      Try again
    </Button>
  )
}
