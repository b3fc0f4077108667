import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { GalleryApi } from '../gallery-api.server.ts'

export const storyClient = () => clientOf<GalleryApi>().my.prizes[':id'].story
export const storyKey = (prizeId: string) => ['my', 'prizes', prizeId, 'story'] as const
export const storyChanged = (prizeId: string) => invalidate(storyKey(prizeId))
