import { clientOf } from '#kernel/client/browser.ts'
import type { DrawsApi } from '../api.server.ts'

export const drawsClient = () => clientOf<DrawsApi>()
