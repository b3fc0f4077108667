import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { toast } from '#ui/feedback/toast.ts'
import { NewUser } from '../acts-contract.ts'
import { DRAFT_NAMES, inForm, type UserDraft } from '../profile/acts/user-draft.ts'
import { usersChanged, usersClient } from '../users-client.ts'

/** The values of the "Create User" form as typed. */
type NewUserDraft = UserDraft & { email: string }

export const EMPTY: NewUserDraft = {
  name: '',
  email: '',
  phone: '',
  birthday: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
}

const FIELD_NAMES: Record<keyof NewUserDraft, string> = { ...DRAFT_NAMES, email: 'email' }

/** The body of the request. */
export function inputOf({ name, email, phone, birthday, ...address }: NewUserDraft) {
  return { name, email, phone, birthday, address: { ...address, line2: address.line2.trim() || null } }
}

/** The error of each invalid field, by its name in the form. */
export function problemsOf(draft: NewUserDraft): FieldProblems {
  const checked = NewUser.safeParse(inputOf(draft))
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

export type MadeUser = { userId: string; email: string; tempPassword: string }

/** The id of the form; each control's id combines it with the field. */
export const NEW_FIELDS = 'new-person'

const FIX = 'Please fix the form errors'
const FAILED = 'Failed to create user'

/** State of the new user form: values, checks, and the call that creates the user. */
export function useNewUser(onMade: (made: MadeUser) => void) {
  const [draft, setDraft] = useState(EMPTY)
  const [errors, setErrors] = useState<FieldProblems>({})
  const sendOnce = useIdempotentSend()
  const creating = useMutation({
    mutationFn() {
      const json = inputOf(draft)
      return sendOnce(json, options => call(usersClient.users.create.$post({ json }, options)))
    },
    async onSuccess({ message, userId, tempPassword }) {
      toast.success(message)
      onMade({ userId, tempPassword, email: draft.email.trim().toLowerCase() })
      await usersChanged()
    },
    onError(error) {
      const found = inForm(problemsOfAnswer(error))
      refuse(found, Object.keys(found).length > 0 ? FIX : FAILED)
    },
  })

  function refuse(found: FieldProblems, sentence: string) {
    setErrors(found)
    toast.error(sentence)
    const first = FIELDS.find(field => found[field])
    if (first) document.getElementById(`${NEW_FIELDS}-${first}`)?.focus()
  }

  return {
    draft,
    errors,
    isBusy: creating.isPending,
    /** The error of the whole form. */
    problem: creating.error && Object.keys(errors).length === 0 && `${FAILED}: ${creating.error.message}`,
    /** The fields whose input would be lost. */
    typed: FIELDS.filter(field => draft[field] !== EMPTY[field]).map(field => FIELD_NAMES[field]),
    /** Editing a field clears its error. */
    set(fields: Partial<NewUserDraft>) {
      setDraft({ ...draft, ...fields })
      setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in fields))))
    },
    create() {
      const found = problemsOf(draft)
      if (Object.keys(found).length > 0) return refuse(found, FIX)
      if (!creating.isPending) creating.mutate()
    },
  }
}

const FIELDS = Object.keys(FIELD_NAMES) as (keyof NewUserDraft)[]
