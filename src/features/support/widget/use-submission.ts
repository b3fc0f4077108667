import type { InferResponseType } from 'hono/client'
import { useRef, useState } from 'react'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import type { SupportApi } from '../api.server.ts'
import {
  DEFAULT_PRIORITY,
  isUnsafe,
  messageFault,
  type Priority,
  subjectFault,
  type TicketType,
  typedText,
  UNSAFE_MESSAGE,
} from '../rules.ts'

export type Field = 'subject' | 'message'
type Errors = Partial<Record<Field, string>>
type Values = { type: TicketType; subject: string; message: string; priority: Priority }

const EMPTY: Values = { type: 'support', subject: '', message: '', priority: DEFAULT_PRIORITY }
const FAULTS = { subject: subjectFault, message: messageFault } as const
const FIELDS = ['subject', 'message'] as const satisfies Field[]

type Options = {
  user: SessionUser
  /** Called with the server's sentence when the server has accepted the submission. */
  onSent: (sentence: string) => void
  /** Called when the cooldown refuses the submission, with the seconds left. */
  onEarly: (seconds: number) => void
}

/** State of the support form. The mounting component keeps the text, so the text outlives the dialog. */
export function useSubmission({ user, onSent, onEarly }: Options) {
  const profile = useProfile().data
  const { busy, problem, run } = useSubmit()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const sendOnce = useIdempotentSend()
  /** Fields with a pasted script. `<` and `>` are removed at once, so the cleaned text no longer shows the script. */
  const unsafe = useRef(new Set<Field>())
  /** The last request. While the text is unchanged, a retry sends an equal body under the same idempotency key, so only one ticket is created. */
  const request = useRef<ReturnType<typeof newRequest>>(undefined)

  const faultOf = (field: Field) => (unsafe.current.has(field) ? UNSAFE_MESSAGE : FAULTS[field](values[field]))

  function choose(change: Partial<Values>) {
    request.current = undefined
    setValues(current => ({ ...current, ...change }))
  }
  /** Removes `<` and `>` during typing. A pasted script shows an error, because the cleaned text would not explain the change. */
  function write(field: Field, raw: string) {
    const isBad = isUnsafe(raw)
    if (isBad) unsafe.current.add(field)
    else unsafe.current.delete(field)
    choose({ [field]: typedText(raw) })
    setErrors(current => ({ ...current, [field]: isBad ? UNSAFE_MESSAGE : undefined }))
  }

  function newRequest() {
    const { type: _, ...written } = values
    const { name, email } = profile ?? user
    const details = {
      userName: name,
      userEmail: email,
      userPhone: profile?.phone,
      userAddress: profile?.shippingAddress,
    }
    return { json: { ...written, ...details, timestamp: new Date().toISOString() } }
  }
  async function post() {
    request.current ??= newRequest()
    const { json } = request.current
    const { support } = supportClient
    const { message } = await sendOnce(json, options =>
      call(
        values.type === 'support'
          ? support.tickets.$post({ json }, options)
          : support.inquiries.$post({ json }, options),
      ),
    )
    void queryClient.invalidateQueries({ queryKey: ['my', 'tickets'] })
    choose({ ...EMPTY, type: values.type })
    onSent(message)
  }

  /** @returns the first invalid field, or undefined when the request was sent. */
  function send(): Field | undefined {
    const found = Object.fromEntries(FIELDS.map(field => [field, faultOf(field)])) as Errors
    setErrors(found)
    const first = FIELDS.find(field => found[field])
    if (first) return first
    void run(async () => {
      try {
        await post()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { retryAfter } = error.details
        if (error.code === 'support_cooldown' && typeof retryAfter === 'number') onEarly(retryAfter)
        setErrors({ subject: error.errors.subject?.[0], message: error.errors.message?.[0] } as Errors)
        throw error
      }
    }, 'Failed to submit inquiry')
    return undefined
  }
  return { values, errors, busy, problem, profile, choose, write, send }
}

export type SubmissionForm = ReturnType<typeof useSubmission>

export const supportClient = clientOf<SupportApi>()

export type ShownTicket = InferResponseType<typeof supportClient.my.tickets.$get>['tickets'][number]
