import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { realtime, useUser } from '#kernel/client/browser.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { Realtime } from '#kernel/client/realtime/realtime.ts'
import type { MyChange, MyPart } from '#kernel/realtime-topics.server.ts'

/** Queries that show a part of the user's own data. */
const SHOWN_BY: Record<MyPart, QueryKey[]> = {
  credits: [['credits']],
  orders: [['orders'], ['my', 'purchases']],
  entries: [['giveaways'], ['my', 'entries'], ['slots']],
  membership: [['my', 'subscription']],
}
const EVERYTHING = Object.keys(SHOWN_BY) as MyPart[]

type Followed = {
  realtime: Pick<Realtime, 'listen'>
  queryClient: Pick<QueryClient, 'invalidateQueries'>
}

/**
 * Invalidates the user's own data when it changes elsewhere: on another device, by staff, or by a payment that settles later.
 * A reconnect invalidates all of it, because messages may have been missed.
 * @returns a function that stops it.
 */
export function followOwnChanges({ realtime, queryClient }: Followed): () => void {
  function invalidate(parts: readonly MyPart[]) {
    for (const queryKey of parts.flatMap(part => SHOWN_BY[part])) void queryClient.invalidateQueries({ queryKey })
  }
  let isFirst = true
  return realtime.listen<Pick<MyChange, 'changed'>>(
    'my',
    ({ changed }) => invalidate(changed),
    () => {
      if (!isFirst) invalidate(EVERYTHING)
      isFirst = false
    },
  )
}

/** Follows the user's own changes while a user is signed in. */
export function useOwnChanges() {
  const userId = useUser()?.id
  useEffect(() => (userId ? followOwnChanges({ realtime, queryClient }) : undefined), [userId])
}
