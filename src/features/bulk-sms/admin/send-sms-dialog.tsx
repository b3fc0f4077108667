import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotReauthenticated, reauthenticated } from '#features/identity/security/reauthentication.ts'
import { sentenceOf } from '#features/identity/web/use-submit.ts'
import type { SmsRecipients } from '#features/users/list/sms-recipients.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { wordsFault } from '../rules.ts'
import { MessageField } from './message-field.tsx'
import { RecipientsSummary } from './recipients-summary.tsx'
import { type Same, SameText } from './same-text.tsx'
import { campaignsChanged, SMS, smsClient } from './sms-client.ts'

type Props = { recipients: SmsRecipients; onClose: () => void }

const WHO = { selected: 'the people you selected', filtered: 'everybody the filters find', all: 'everybody' } as const

/**
 * "Send SMS" to a selection, to the users whom the list's filters match, or to all users. The final recipients are decided while the
 * campaign runs.
 */
export function SendSmsDialog({ recipients, onClose }: Props) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const unsaved = useUnsaved(text.trim() ? ['your message'] : [], onClose)
  const audience = audienceOf(recipients)
  const preview = useQuery({
    queryKey: [SMS, 'preview', audience],
    queryFn: () => call(smsClient.preview.$post({ json: audience })),
    staleTime: 0,
  })
  const { send, same, forgetSame } = useSending(audience, text, onClose)
  const isNobody = preview.data?.isComplete && preview.data.reachable === 0
  const isReady = Boolean(preview.data) && !isNobody && wordsFault(text) === undefined

  function submit() {
    const found = wordsFault(text)
    setFault(found)
    if (!found && isReady && !send.isPending) send.mutate(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={unsaved.leave}
      title="Send SMS"
      description={`To ${WHO[recipients.kind]}, as far as they opted in. By day where they live, and at most 4 a month.`}
      footer={
        <>
          <Button variant="secondary" onClick={unsaved.leave}>
            Cancel
          </Button>
          <Button type="submit" form="sms-form" disabled={!isReady} busy={send.isPending} busyText="Sending...">
            Send SMS
          </Button>
        </>
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
          <FailedState
            title="Failed to load user SMS preferences"
            busy={preview.isFetching}
            onRetry={() => void preview.refetch()}
          >
            {preview.error.message}
          </FailedState>
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
            setFault(text && !next.trim() ? wordsFault(next) : undefined)
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
