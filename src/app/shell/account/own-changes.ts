import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient, realtime, transport, useSession } from '#kernel/client/browser.ts'
import type { Transport } from '#kernel/client/calls/transport.ts'
import type { Realtime } from '#kernel/client/realtime/realtime.ts'
import type { MyChange, MyPart } from '#kernel/realtime-topics.server.ts'

/** API responses and queries that show a part of the user's own data. */
const SHOWN_BY: Record<MyPart, { paths: string[]; queryKeys: string[][] }> = {
  credits: { paths: ['/api/credits', '/api/my/credits'], queryKeys: [['credits']] },
  orders: {
    paths: ['/api/orders', '/api/my/orders', '/api/my/purchases'],
    queryKeys: [['orders'], ['my', 'purchases']],
  },
  entries: {
    paths: ['/api/giveaways', '/api/my/entries'],
    queryKeys: [['giveaways'], ['my', 'entries'], ['slots']],
  },
  membership: { paths: ['/api/my/subscription'], queryKeys: [['my', 'subscription']] },
}
const EVERYTHING = Object.keys(SHOWN_BY) as MyPart[]

type Followed = {
  realtime: Pick<Realtime, 'listen'>
  transport: Pick<Transport, 'invalidate'>
  queryClient: Pick<QueryClient, 'invalidateQueries'>
}

/**
 * Invalidates the user's own data when it changes elsewhere: on another device, by staff, or by a payment that settles later.
 * A reconnect invalidates all of it, because messages may have been missed.
 * @returns a function that stops it.
 */
export function followOwnChanges({ realtime, transport, queryClient }: Followed): () => void {
  function invalidate(parts: readonly MyPart[]) {
    for (const { paths, queryKeys } of parts.map(part => SHOWN_BY[part])) {
      for (const path of paths) transport.invalidate(path)
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
    }
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
  const userId = useSession().user?.id
  useEffect(() => (userId ? followOwnChanges({ realtime, transport, queryClient }) : undefined), [userId])
}
