import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCredits } from '#features/credits/use-credits.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { giveawaysClient } from '../../giveaway/web/giveaways-client.ts'

/** Switches auto-entry on or off, for members. The switch moves at once and moves back when the server refuses. */
export function AutoEntrySwitch() {
  const { data: standing } = useCredits()
  /** The requested state until the server answers. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const turning = useMutation({
    mutationFn: (enabled: boolean) => call(giveawaysClient().my['auto-entry'].$post({ json: { enabled } })),
    async onSuccess({ message, ...now }) {
      // A fetch in flight may be older than this answer.
      await queryClient.cancelQueries({ queryKey: ['credits'] })
      queryClient.setQueryData(['credits'], (known: typeof standing) => known && { ...known, ...now })
      toast.success(message)
    },
    onError: error => toast.error(error.message),
    onSettled: () => setWanted(null),
  })
  function turn(enabled: boolean) {
    if (wanted !== null) return
    setWanted(enabled)
    turning.mutate(enabled)
  }
  const last = standing?.lastAutoEntryDate
  return (
    <CheckboxField
      role="switch"
      checked={wanted ?? standing?.autoEntryEnabled ?? false}
      disabled={!standing}
      onChange={event => turn(event.target.checked)}
      label="Auto-entry into Bronze giveaways"
      hint={
        last
          ? `One random slot for one Bronze credit. Last entered ${formatMoment(new Date(last))}`
          : 'At early access: one random slot for one Bronze credit'
      }
    />
  )
}
