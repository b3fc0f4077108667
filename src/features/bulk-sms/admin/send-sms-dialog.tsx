import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import type { SmsRecipients } from '#features/users/admin-users-tab.tsx'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import {
  counterOf,
  foreignSigns,
  inGsm,
  LEFT_OUT,
  type LeftOut,
  NOBODY_FOUND,
  plainWords,
  remainingFor,
  smsLength,
  wholeSms,
  wordsFault,
} from '../rules.ts'
import { campaignsChanged, type ShownPreview, SMS, smsClient } from './sms-client.ts'

type Props = { recipients: SmsRecipients; onSent?: () => void; onClose: () => void }

const WHO = { selected: 'the people you selected', filtered: 'everyone the filters match', all: 'everybody' } as const

/**
 * "Send SMS" to a selection, to the users whom the list's filters match, or to all users. The final recipients are decided while the
 * campaign runs.
 */
export function SendSmsDialog({ recipients, onSent, onClose }: Props) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const unsaved = useUnsaved(text.trim() ? ['your message'] : [], onClose)
  const audience = audienceOf(recipients)
  const preview = useQuery({
    queryKey: [SMS, 'preview', audience],
    queryFn: () => call(smsClient.preview.$post({ json: audience })),
    staleTime: 0,
  })
  const { send, same, forgetSame } = useSending(audience, text, () => {
    onSent?.()
    onClose()
  })
  const { shortName } = useSettings().brand
  const isNobody = preview.data?.isComplete && preview.data.reachable === 0
  const isReady = Boolean(preview.data) && !isNobody && wordsFault(shortName, text) === undefined

  function submit() {
    const found = wordsFault(shortName, text)
    setFault(found)
    if (!found && isReady && !send.isPending) send.mutate(undefined)
  }
  return (
    <Dialog
      onOpenChange={unsaved.leave}
      title="Send SMS"
      description={`To ${WHO[recipients.kind]}, as far as they opted in. By day where they live, and at most 4 a month.`}
      footer={
        <DialogButtons
          type="submit"
          form="sms-form"
          disabled={!isReady}
          busy={send.isPending}
          busyText="Sending..."
          onCancel={unsaved.leave}
        >
          Send SMS
        </DialogButtons>
      }
    >
      <form
        id="sms-form"
        noValidate
        className="flex flex-col gap-6"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {preview.isError ? (
          <FailedState query={preview} title="Failed to load user SMS preferences" />
        ) : preview.data ? (
          <RecipientsSummary preview={preview.data} />
        ) : (
          <SkeletonText lines={2} />
        )}
        <MessageField
          value={text}
          error={fault}
          onChange={next => {
            setText(next)
            // Empty text disables Send, so the error appears here.
            setFault(text && !next.trim() ? wordsFault(shortName, next) : undefined)
            forgetSame()
          }}
        />
        {same ? (
          <SameText same={same} busy={send.isPending} onConfirm={() => send.mutate(same.campaignId)} />
        ) : (
          <FormError>{problemOf(send.error)}</FormError>
        )}
      </form>
      <LeaveDialog unsaved={unsaved} />
    </Dialog>
  )
}

/** The fallback message for an error without its own. */
const problemOf = (error: unknown) =>
  error && !(error instanceof NotReauthenticated) ? sentenceOf(error, 'Failed to send SMS messages') : undefined

function audienceOf(recipients: SmsRecipients) {
  if (recipients.kind === 'selected') return { to: 'selected' as const, ids: recipients.people.map(({ id }) => id) }
  if (recipients.kind === 'all') return { to: 'all' as const }
  // Sorting and paging parameters do not narrow the audience.
  const { sort: _, limit: _limit, offset: _offset, cursor: _cursor, cache: _cache, ...filter } = recipients.query
  return { to: 'filtered' as const, filter: filter as Record<string, never> }
}

function useSending(audience: ReturnType<typeof audienceOf>, message: string, onSent: () => void) {
  const sendOnce = useIdempotentSend()
  const send = useMutation({
    mutationFn(again?: string) {
      const json = { ...audience, message, again }
      // One key for the calls before and after a reauthentication, so that both are one campaign.
      return sendOnce(json, options => reauthenticated(() => call(smsClient.campaigns.$post({ json }, options))))
    },
    async onSuccess() {
      await campaignsChanged()
      toast.success('SMS on their way')
      onSent()
    },
  })
  const { error } = send
  const same = error instanceof ApiError && error.code === 'same_text' ? (error.details as Same) : undefined
  return { send, same, forgetSame: () => error && send.reset() }
}

/** How many of the chosen users can get the SMS, and why the others cannot. */
function RecipientsSummary({ preview }: { preview: ShownPreview }) {
  const { reachable, processedCount, isComplete, leftOut } = preview
  if (reachable === 0 && isComplete) return <Notice kind="warning">{NOBODY_FOUND}</Notice>
  const count = (n: number) => n.toLocaleString('en-US')
  return (
    <div className="text-sm">
      <p>
        <span className="figure font-semibold text-lg">{count(reachable)}</span> of {isComplete ? '' : 'the first '}
        {count(processedCount)} can be sent an SMS.
        {!isComplete && ' The rest are checked while it is sent.'}
      </p>
      <LeftOutList leftOut={leftOut} />
    </div>
  )
}

/** The reasons for leaving users out, each with its count. */
export function LeftOutList({ leftOut }: { leftOut: Partial<Record<LeftOut, number>> }) {
  const reasons = Object.entries(leftOut) as [LeftOut, number][]
  if (reasons.length === 0) return null
  return (
    <ul className="mt-1 text-muted">
      {reasons.map(([why, count]) => (
        <li key={why}>
          {count.toLocaleString('en-US')}: {LEFT_OUT[why]}
        </li>
      ))}
    </ul>
  )
}

/** The earlier campaign with this text. */
type Same = { campaignId: string; sentAt: string; queued: number }

type SameTextProps = { same: Same; busy: boolean; onConfirm: () => void }

/** Asks for confirmation when this text was sent within 24 hours, because a repeat is usually a mistake. */
const SameText = ({ same: { sentAt, queued }, busy, onConfirm }: SameTextProps) => (
  <Notice kind="warning" live title="The same message was sent already">
    <p>
      On {formatMoment(new Date(sentAt))}, to {queued.toLocaleString('en-US')} {queued === 1 ? 'person' : 'people'}.
    </p>
    <Button variant="danger" size="sm" className="mt-2" busy={busy} busyText="Sending..." onClick={onConfirm}>
      Send it again
    </Button>
  </Notice>
)

type MessageFieldProps = { value: string; error: string | undefined; onChange: (text: string) => void }

/** The text of an SMS, with a count in units as sent and a preview of the whole SMS. */
function MessageField({ value, error, onChange }: MessageFieldProps) {
  const words = plainWords(value)
  const { shortName } = useSettings().brand
  const remaining = remainingFor(shortName, words)
  const whole = wholeSms(shortName, words)
  const { encoding, units, segments } = smsLength(whole)
  const foreign = foreignSigns(words)
  const counter = counterOf(remaining)
  return (
    <div className="flex flex-col gap-4">
      <TextAreaField
        label="Message"
        rows={3}
        required
        value={value}
        error={error ?? (remaining < 0 ? counter : undefined)}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4 tabular-nums">
            <span>{counter}</span>
            <span>
              {encoding} · {units} {encoding === 'GSM-7' ? 'characters' : 'units'} in all ·{' '}
              {segments === 1 ? '1 segment' : `${segments} segments`}
            </span>
          </span>
        }
        onChange={({ target }) => onChange(target.value)}
      />
      {foreign.length > 0 && (
        <Notice kind="warning" title="Some characters make this a longer message" live>
          <p>
            {foreign.map(({ sign }) => (
              <kbd key={sign} className="mr-1.5 rounded-sm border border-line-strong px-1.5">
                {sign}
              </kbd>
            ))}
            {foreign.length === 1 ? 'is' : 'are'} not in the alphabet of SMS, so a segment has 70 characters instead of
            160.
          </p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={() => onChange(inGsm(value))}>
            Replace {foreign.length === 1 ? 'it' : 'them'}
          </Button>
        </Notice>
      )}
      <figure>
        <figcaption className="label-sm mb-1.5 text-muted">As it leaves</figcaption>
        <p className="whitespace-pre-wrap rounded-sm border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere">
          {whole}
        </p>
      </figure>
    </div>
  )
}
