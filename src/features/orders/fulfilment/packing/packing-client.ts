import { clientOf } from '#kernel/client/browser.ts'
import type { PackingApi } from './api.server.ts'

export const packingClient = () => clientOf<PackingApi>()
