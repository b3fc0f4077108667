import { type FormEvent, useState } from 'react'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { OPENING_WORDING, OpeningRequestBody } from '../contract.ts'
import { openingClient } from './opening-client.ts'

const NOT_ASKED = 'Your request could not be saved. Please try again.'

/** In place of every page that waits for the opening of the shop; the same for visitors and staff. */
export default function OpeningSoon() {
  const { name, tagline } = useSettings().brand
  return (
    <div className="page-width flex min-h-[calc(100dvh-4rem)] flex-col justify-center py-16">
      <title>{titleOf('Opening soon', name)}</title>
      <p className="label wrap-anywhere text-signal">{name}</p>
      <h1 className="mt-3 text-5xl sm:text-6xl">Opening soon</h1>
      <p className="wrap-anywhere mt-4 max-w-prose text-lg text-muted">
        {`We are getting the shop ready. ${tagline}`.trim()}
      </p>
      <div className="mt-8 max-w-md">
        <TellMe />
      </div>
    </div>
  )
}

function TellMe() {
  const [message, setMessage] = useState<string>()
  const { busy, problem, run } = useSubmit()
  const form = useForm({ email: '' }, values => errorsOf(OpeningRequestBody, values))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = OpeningRequestBody.parse(form.values)
    void run(async () => setMessage((await call(openingClient.requests.$post({ json }))).message), NOT_ASKED)
  }
  if (message)
    return (
      <Notice kind="success" live>
        {message}
      </Notice>
    )
  return (
    <form {...form.form} onSubmit={submit} aria-label="Tell me when you open" className="flex flex-col gap-2">
      <FormError>{problem}</FormError>
      <TextField label="E-mail" type="email" autoComplete="email" maxLength={254} {...form.text('email')} />
      <Button type={form.submitType} wide icon="bell" busy={busy}>
        Tell me when you open
      </Button>
      <p className="text-muted text-sm">{OPENING_WORDING}</p>
    </form>
  )
}
