import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { OutreachApi } from '../api.server.ts'
import type { EmailChoices } from '../contract.ts'

export type ChoiceName = keyof EmailChoices['choices']
type Change = { emailOptIn?: boolean; choices?: Partial<EmailChoices['choices']> }

const client = clientOf<OutreachApi>()

/**
 * The e-mail choices of a link's user, with a function to change them. A change shows at once and is saved after earlier changes. When
 * saving fails, the server's state is shown again.
 */
export function useEmailChoices(token: string) {
  const key = ['email-choices', token]
  /** The state shown while changes are being saved. */
  const [ahead, setAhead] = useState<EmailChoices>()
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(client['email-choices'].$get({ query: { token } })),
    refetchOnWindowFocus: false,
  })
  const change = useMutation({
    mutationKey: key,
    scope: { id: key.join() },
    mutationFn: (wanted: Change) => call(client['email-choices'].$put({ json: { token, ...wanted } })),
    onSuccess: saved => void queryClient.setQueryData(key, saved),
    onSettled: () => queryClient.isMutating({ mutationKey: key }) === 1 && setAhead(undefined),
  })
  const known = ahead ?? query.data
  function choose(wanted: Change) {
    if (!known) return
    setAhead(after(known, wanted))
    change.mutate(wanted)
  }
  return { query, known, choose, isSaving: change.isPending, problem: change.error?.message }
}

const after = (known: EmailChoices, { emailOptIn, choices }: Change): EmailChoices => ({
  ...known,
  emailOptIn: emailOptIn ?? known.emailOptIn,
  choices: { ...known.choices, ...choices },
})

/** The choices after one was flipped. If all e-mail was off, only this kind is turned on. */
export function flipped({ emailOptIn, choices }: EmailChoices, name: ChoiceName): Change {
  if (emailOptIn) return { choices: { [name]: !choices[name] } }
  const none = { giveawayAlerts: false, promotionalOffers: false, cartReminders: false }
  return { emailOptIn: true, choices: { ...none, [name]: true } }
}
