import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { identity } from './identity-client.ts'

/** The signed-in user's profile, under the query key `my profile`. */
export const useProfile = () =>
  useQuery({ queryKey: ['my', 'profile'], queryFn: () => call(identity.my.profile.$get()) })
