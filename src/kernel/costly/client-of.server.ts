import type { DataContext } from '#kernel/context.ts'
import { networkOf } from '#platform/http/network.server.ts'

/** The client by which limits and shares count: the signed-in user, or a guest's network. Empty in jobs. */
export const clientOf = ({ actor, ip }: Pick<DataContext, 'actor' | 'ip'>): string => actor?.userId ?? networkOf(ip)
