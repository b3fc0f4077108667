import { type FormEvent, useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { beginSession, signInWith } from '#features/identity/web/identity-client.ts'
import { IdentityFrame, StepForm } from '#features/identity/web/identity-frame.tsx'
import { EmailField } from '#features/identity/web/reach-fields.tsx'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { Button } from '#ui/buttons/button.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { FirstOwnerBody } from './contract.ts'
import { setupClient } from './setup-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Set up your shop', description: 'The first owner of a new shop.', path: '/setup', noindex: true },
    matches,
  )

const EMPTY = { code: '', name: '', email: '', password: '' }

const check = (values: typeof EMPTY) => errorsOf<typeof EMPTY>(FirstOwnerBody, values)

/** `/setup#<code>`: a reader of the server's log becomes the first owner. The code comes from the URL fragment, or is typed. */
export default function SetupPage() {
  const navigate = useNavigate()
  const [initial] = useState(EMPTY)
  const { busy, problem, setProblem, run } = useSubmit()
  /** Null until the browser has read the fragment, which the server never sees. */
  const [linked, setLinked] = useState<string | null>(null)
  useEffect(() => setLinked(location.hash.slice(1)), [])
  const codeOf = (typed: string) => typed || (linked ?? '')
  const form = useForm(initial, values => check({ ...values, code: codeOf(values.code) }))

  async function make() {
    const { name, email, password } = form.values
    await call(setupClient.setup.owner.$post({ json: { name, email, password, code: codeOf(form.values.code) } }))
    const answer = await signInWith({ email: email.trim(), password })
    if (answer.success) beginSession(answer)
    await navigate('/admin?tab=setup', { replace: true })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.isValid()) return
    void run(() =>
      make().catch(error => {
        if (error instanceof ApiError) form.show(problemsOfAnswer(error))
        throw error
      }),
    )
  }

  return (
    <IdentityFrame>
      <StepForm
        form={form.form}
        title="Set up your shop"
        lead="You become its first owner. Next comes a second factor, then a checklist leads you to the first sale."
        problem={problem}
        onSubmit={submit}
      >
        {linked === '' && (
          <TextField
            {...form.text('code')}
            label="Setup code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="The server prints it when it starts, at the end of the link"
            required
          />
        )}
        <TextField {...form.text('name')} label="Full Name" autoComplete="name" required />
        <EmailField {...form.text('email')} autoComplete="username" />
        <PasswordField {...form.text('password')} label="Password" autoComplete="new-password" required />
        <Button type={form.submitType} size="lg" wide busy={busy} busyText="Setting up...">
          Become the owner
        </Button>
      </StepForm>
    </IdentityFrame>
  )
}
