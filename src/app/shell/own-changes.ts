import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MyChange, MyPart } from '#adapters/realtime-topics.server.ts'
import { queryClient, realtime, transport, useSession } from '#platform/client/browser.ts'
import type { Realtime } from '#platform/client/realtime.ts'
import type { Transport } from '#platform/client/transport.ts'

/** Which answers of the API, and which queries made of them, show a part of what is one's own. */
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
  transport: Pick<Transport, 'forget'>
  queryClient: Pick<QueryClient, 'invalidateQueries'>
}

/**
 * Has read anew whatever of one's own changes elsewhere: on another device, by staff, or by a payment that settles later.
 * After a connection that was lost, words may be missing, so everything is.
 * @returns how to stop.
 */
export function followOwnChanges({ realtime, transport, queryClient }: Followed): () => void {
  function readAnew(parts: readonly MyPart[]) {
    for (const { paths, queryKeys } of parts.map(part => SHOWN_BY[part])) {
      for (const path of paths) transport.forget(path)
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
    }
  }
  let isFirst = true
  return realtime.listen<Pick<MyChange, 'changed'>>(
    'my',
    ({ changed }) => readAnew(changed),
    () => {
      if (!isFirst) readAnew(EVERYTHING)
      isFirst = false
    },
  )
}

/** Follows one's own changes while somebody is signed in. */
export function useOwnChanges() {
  const userId = useSession().user?.id
  useEffect(() => (userId ? followOwnChanges({ realtime, transport, queryClient }) : undefined), [userId])
}
