import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { DESK, deskClient } from '../desk-client.ts'

/** Possible assignees, the signed-in user first; empty while loading. */
export function useAgents() {
  const { data } = useQuery({ queryKey: [DESK, 'agents'], queryFn: () => call(deskClient.agents.$get()) })
  return (data?.agents ?? []).toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
}
