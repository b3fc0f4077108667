import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import type { Visibility } from '../contract.ts'
import { insightsClient } from '../insights-client.ts'

const KEY = ['my', 'visibility']

/** Switch for appearing among top customers and recent purchases. Takes effect at once, and switches back when the request fails. */
export function VisibilityField() {
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => call(insightsClient().my.visibility.$get()) })
  const change = useMutation({
    mutationFn: (json: Visibility) => call(insightsClient().my.visibility.$put({ json })),
    onMutate: json => queryClient.setQueryData(KEY, json),
    onError(refusal, json) {
      queryClient.setQueryData(KEY, { isShown: !json.isShown })
      toast.error(refusal.message)
    },
    onSuccess() {
      for (const name of ['leaderboard', 'recent-sales']) void queryClient.invalidateQueries({ queryKey: [name] })
    },
  })
  if (error)
    return (
      <p role="alert" className="text-danger text-sm">
        {error.message}
      </p>
    )
  if (!data) return <Skeleton className="h-12" />
  return (
    <CheckboxField
      label="Show me in Top Customers and recent purchases"
      hint="Your first name and the initial of your last, with your state. Your e-mail is masked."
      checked={data.isShown}
      disabled={change.isPending}
      onChange={event => change.mutate({ isShown: event.target.checked })}
    />
  )
}
