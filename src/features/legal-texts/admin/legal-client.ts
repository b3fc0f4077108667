import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { LegalTextsApi } from '../api.server.ts'

export const legalClient = clientOf<LegalTextsApi>().admin.legal

export type ShownText = InferResponseType<typeof legalClient.$get>['texts'][number]
export type ShownTemplate = InferResponseType<(typeof legalClient)[':kind']['$get']>
export type ShownPreview = InferResponseType<(typeof legalClient)[':kind']['preview']['$post']>

/** First part of every query key about the editor of legal texts. */
export const LEGAL_TEXTS = 'admin-legal-texts'

/** Reads again what shows legal texts. */
export const legalTextsChanged = () => invalidate([LEGAL_TEXTS])
