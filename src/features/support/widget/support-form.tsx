import { type FormEvent, useRef } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { MESSAGE_LENGTH, type Priority, SUBJECT_LENGTH, type TicketType } from '../rules.ts'
import type { Field, SubmissionForm } from './use-submission.ts'

const TYPES = [
  { value: 'support', label: 'Support: my account, an order, an entry' },
  { value: 'general', label: 'General inquiry: anything else' },
] as const
const PRIORITIES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const

/** Used length of a text; hidden while the text is empty. */
const used = (text: string, length: number) => (text ? `${text.length} of ${length} characters` : undefined)

type SupportFormProps = { submission: SubmissionForm; email: string /** Seconds left to wait. */; left: number }

/** The form of the "Get Support" dialog. */
export function SupportForm({ submission, email, left }: SupportFormProps) {
  const { values, errors, busy, problem, choose, write, send } = submission
  const controls = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (left > 0) return
    const wrong = send()
    const control = wrong && controls.current?.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
  }
  const text = (field: Field) => ({
    id: `support-${field}`,
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    onChange: (event: { target: { value: string } }) => write(field, event.target.value),
  })

  return (
    <form ref={controls} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <SelectField
        label="What is it about?"
        name="type"
        value={values.type}
        options={TYPES}
        onChange={event => choose({ type: event.target.value as TicketType })}
      />
      <TextField {...text('subject')} label="Subject" hint={used(values.subject, SUBJECT_LENGTH)} autoComplete="off" />
      <TextAreaField {...text('message')} label="Message" hint={used(values.message, MESSAGE_LENGTH)} rows={5} />
      {values.type === 'support' && (
        <SelectField
          label="Priority"
          name="priority"
          value={values.priority}
          options={PRIORITIES}
          onChange={event => choose({ priority: event.target.value as Priority })}
        />
      )}
      <p className="text-muted text-sm">
        We answer to <span className="break-all text-ink">{email}</span>, and see the phone number and address of your
        account.
      </p>
      <SubmitButton busy={busy} left={left} />
    </form>
  )
}

function SubmitButton({ busy, left }: { busy: boolean; left: number }) {
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" size="lg" wide busy={busy} busyText="Submitting..." disabled={left > 0}>
        {left > 0 ? <span className="normal-case tabular-nums">Submit again in {left} s</span> : 'Submit'}
      </Button>
      {left > 0 && <p className="text-center text-muted text-sm">Please wait before submitting another inquiry</p>}
    </div>
  )
}
