import { clientOf } from '#platform/client/browser.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { ReconciliationApi } from '../api.server.ts'

/** The staff's calls of this feature. */
export const reconciliationClient = () => clientOf<ReconciliationApi>()

/** Of every question about discrepancies; what follows it narrows down. */
export const DISCREPANCIES = 'discrepancies'

/** After a check or a note: the list on the screen is read anew. */
export const discrepanciesChanged = () => invalidate(['/api/admin/discrepancies'], [DISCREPANCIES])
