import { auditLogData } from '#features/audit-log/personal-data.server.ts'
import { cartData } from '#features/cart/personal-data.server.ts'
import { codesData } from '#features/codes/personal-data.server.ts'
import { creditsData } from '#features/credits/personal-data.server.ts'
import { disputesData } from '#features/disputes/personal-data.server.ts'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { identityData } from '#features/identity/personal-data.server.ts'
import { insightsData } from '#features/insights/personal-data.server.ts'
import { legalData } from '#features/legal/personal-data.server.ts'
import { membershipData } from '#features/membership/personal-data.server.ts'
import { notificationsData } from '#features/notifications/personal-data.server.ts'
import { openingData } from '#features/opening/personal-data.server.ts'
import { ordersData } from '#features/orders/personal-data.server.ts'
import { proposalsData } from '#features/proposals/personal-data.server.ts'
import { reconciliationData } from '#features/reconciliation/personal-data.server.ts'
import { reviewsData } from '#features/reviews/personal-data.server.ts'
import { savedFiltersData } from '#features/saved-filters/personal-data.server.ts'
import { supportData } from '#features/support/personal-data.server.ts'
import { winnersData } from '#features/winners/personal-data.server.ts'
import { wishesData } from '#features/wishes/personal-data.server.ts'
import type { PersonalData } from '#kernel/personal-data.ts'

/**
 * All features that hold personal data, in the order of erasure. Prizes go to alternates while their winner is still known. Giveaways
 * return credits before the credits lapse, and take their locks before the user's row, as every claim does. The user comes last.
 */
export const PARTS: readonly PersonalData[] = [
  winnersData,
  giveawaysData,
  freeEntryData,
  membershipData,
  disputesData,
  creditsData,
  codesData,
  reviewsData,
  ordersData,
  reconciliationData,
  cartData,
  wishesData,
  openingData,
  insightsData,
  supportData,
  notificationsData,
  legalData,
  proposalsData,
  auditLogData,
  savedFiltersData,
  identityData,
]
