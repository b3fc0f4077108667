import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { giveawaysClient } from './giveaways-client.ts'

/** All entries of the signed-in person, under the query key `my entries`. */
export const useMyEntries = () =>
  useQuery({ queryKey: ['my', 'entries'], queryFn: () => call(giveawaysClient().my.entries.$get({ query: {} })) })
