import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { digitsOfCardCode } from '../card-code.ts'
import type { DeskGiveaway } from '../contract.ts'
import { DeskList } from './desk-list.tsx'
import { deskChanged, mailDesk, useDeskGiveaways } from './mail-desk-client.ts'
import { CardScanner } from './scanner/card-scanner.tsx'

/** Numbers the envelopes of the day, a stack at a time, and shows what is to be typed. */
export function OpenDesk({ mayOpen }: { mayOpen: boolean }) {
  const giveaways = useDeskGiveaways()
  return (
    <div className="flex flex-col gap-8">
      {mayOpen ? (
        <QueryBody query={giveaways} loading={<SkeletonText lines={4} />}>
          {data => <OpenForm giveaways={data.giveaways} />}
        </QueryBody>
      ) : (
        <p>A manager or an owner opens envelopes and types cards. You confirm them.</p>
      )}
      {/* Rendered after the form has loaded, so that the list does not shift. */}
      {!(mayOpen && giveaways.isPending) && (
        <section aria-labelledby="to-type" className="flex flex-col gap-4">
          <h2 id="to-type" className="text-xl">
            Opened, to be typed
          </h2>
          <DeskList stage="opened" />
        </section>
      )}
    </div>
  )
}

type FormState = { giveaway: string; code: string; receivedOn: string; count: string }

function useOpening(current: FormState) {
  const sendOnce = useIdempotentSend()
  return useMutation({
    mutationFn() {
      const { giveaway, code, receivedOn, count } = current
      const json = { giveaway: code.trim() || giveaway, receivedOn, count: Number(count) }
      return sendOnce(json, options => call(mailDesk().cards.$post({ json }, options)))
    },
    onSuccess: () => deskChanged(),
  })
}

function OpenForm({ giveaways }: { giveaways: readonly DeskGiveaway[] }) {
  const count = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState<FormState>({
    ...{ giveaway: giveaways[0]?.id ?? '', code: '', receivedOn: shopDayOf(new Date()), count: '1' },
  })
  // A typed figure replaces the one that stands there.
  useEffect(() => count.current?.select(), [])
  const opening = useOpening(current)
  const problems = problemsOfAnswer(opening.error)
  function submit(event: FormEvent) {
    event.preventDefault()
    // The next stack begins with its count.
    if (!opening.isPending) opening.mutate(undefined, { onSuccess: () => count.current?.select() })
  }
  const field = (name: keyof FormState) => ({
    value: current[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => setCurrent({ ...current, [name]: target.value }),
  })
  /** A code chooses its giveaway in the list too. */
  const changeCode = (code: string) =>
    setCurrent({ ...current, code, giveaway: giveawayOfCode(giveaways, code)?.id ?? current.giveaway })
  const chosen = current.code
    ? giveawayOfCode(giveaways, current.code)
    : giveaways.find(({ id }) => id === current.giveaway)
  return (
    <form onSubmit={submit} noValidate aria-label="Open envelopes" className="flex max-w-3xl flex-col gap-4">
      <FormError>{Object.keys(problems).length === 0 && opening.error?.message}</FormError>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Giveaway"
          options={giveaways.map(({ id, title, isOpen }) => ({
            value: id,
            label: isOpen ? title : `${title} (mail does not count)`,
          }))}
          {...field('giveaway')}
          onChange={({ target }) => setCurrent({ ...current, giveaway: target.value, code: '' })}
        />
        <TextField
          label="Or the code on the card"
          hint="Such as A1B2-C3D4-E5"
          autoComplete="off"
          maxLength={40}
          {...field('code')}
          onChange={({ target }) => changeCode(target.value)}
        />
        <TextField label="Received on" type="date" max={shopDayOf(new Date())} {...field('receivedOn')} />
        <TextField
          ref={count}
          label="Envelopes"
          type="number"
          min={1}
          max={50}
          inputMode="numeric"
          autoFocus
          {...field('count')}
        />
      </div>
      {chosen && <Days giveaway={chosen} />}
      <CardScanner
        onCode={code => {
          changeCode(code)
          count.current?.select()
        }}
      />
      <Button type="submit" className="self-start" busy={opening.isPending} busyText="Numbering...">
        Give numbers
      </Button>
      {opening.data && (
        <Notice kind={opening.data.notice ? 'warning' : 'success'} live title={opening.data.message}>
          {opening.data.notice}
        </Notice>
      )}
    </form>
  )
}

function giveawayOfCode(giveaways: readonly DeskGiveaway[], code: string): DeskGiveaway | undefined {
  const digits = digitsOfCardCode(code)
  return giveaways.find(({ id }) => digits && id.endsWith(digits))
}

const Days = ({ giveaway: { title, notice, window, entryLimit } }: { giveaway: DeskGiveaway }) => (
  <p className="text-muted text-sm">
    <span className="text-ink">{title}.</span> {notice ? `${notice} ` : ''}
    What comes from {dayInWords(window.first)}
    {window.last ? ` to ${dayInWords(window.last)}` : ' until the mail-in window ends'} counts. {entryLimit} entries a
    person.
  </p>
)
