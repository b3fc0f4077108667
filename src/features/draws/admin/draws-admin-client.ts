import { clientOf } from '#kernel/client/browser.ts'
import type { DrawsAdminApi } from '../admin-api.server.ts'

export const drawsAdminClient = () => clientOf<DrawsAdminApi>()
