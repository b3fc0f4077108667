import { useMutation, useQuery } from '@tanstack/react-query'
import { clientOf, queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { OutreachApi } from '../api.server.ts'
import type { EmailChoices } from '../contract.ts'

export type ChoiceName = keyof EmailChoices['choices']
type Change = { emailOptIn?: boolean; choices?: Partial<EmailChoices['choices']> }

const client = clientOf<OutreachApi>()

/**
 * What the owner of a link gets, and a way to change it. While a change is under way it is shown as made; if it fails, it is shown as it
 * was.
 */
export function useEmailChoices(token: string) {
  const queryKey = ['email-choices', token]
  const query = useQuery({ queryKey, queryFn: () => call(client['email-choices'].$get({ query: { token } })) })
  const change = useMutation({
    mutationFn: (wanted: Change) => call(client['email-choices'].$put({ json: { token, ...wanted } })),
    onSuccess: saved => queryClient.setQueryData(queryKey, saved),
  })
  const pending = change.isPending ? change.variables : {}
  const known = query.data && {
    ...query.data,
    emailOptIn: pending.emailOptIn ?? query.data.emailOptIn,
    choices: { ...query.data.choices, ...pending.choices },
  }
  return { query, change, known }
}

/** The choices after one of them was flipped. E-mail that was off altogether comes back for that kind alone. */
export function flipped({ emailOptIn, choices }: EmailChoices, name: ChoiceName): Change {
  if (emailOptIn) return { choices: { [name]: !choices[name] } }
  const none = { giveawayAlerts: false, promotionalOffers: false, cartReminders: false }
  return { emailOptIn: true, choices: { ...none, [name]: true } }
}
