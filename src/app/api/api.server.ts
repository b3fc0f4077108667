import { OpenAPIHono } from '@hono/zod-openapi'
import { accountApi } from '#features/account/api.server.ts'
import { auditLogApi } from '#features/audit-log/api.server.ts'
import { bulkSmsApi } from '#features/bulk-sms/api.server.ts'
import { cartApi } from '#features/cart/api.server.ts'
import { catalogAdminApi } from '#features/catalog/admin-api.server.ts'
import { catalogApi } from '#features/catalog/api.server.ts'
import { codesAdminApi } from '#features/codes/admin-api.server.ts'
import { creditsApi } from '#features/credits/api.server.ts'
import { disputesApi } from '#features/disputes/api.server.ts'
import { logApi } from '#features/draw-log/log/log-api.server.ts'
import { drawsAdminApi } from '#features/draws/admin-api.server.ts'
import { drawsApi } from '#features/draws/api.server.ts'
import { freeEntriesAdminApi } from '#features/free-entry/admin-api.server.ts'
import { freeEntriesApi } from '#features/free-entry/api.server.ts'
import { giveawaysAdminApi } from '#features/giveaways/admin-api.server.ts'
import { giveawaysApi } from '#features/giveaways/api.server.ts'
import { identityApi } from '#features/identity/api.server.ts'
import { insightsApi } from '#features/insights/api.server.ts'
import { legalApi } from '#features/legal/api.server.ts'
import { legalTextsApi } from '#features/legal-texts/api.server.ts'
import { membershipApi } from '#features/membership/api.server.ts'
import { outreachApi } from '#features/notifications/api.server.ts'
import { pushApi } from '#features/notifications/push/api.server.ts'
import { openingApi } from '#features/opening/api.server.ts'
import { operationsApi } from '#features/operations/api.server.ts'
import { ordersApi } from '#features/orders/api.server.ts'
import { packingApi } from '#features/orders/fulfilment/packing/api.server.ts'
import { receiptApi } from '#features/orders/receipts/api.server.ts'
import { staffOrdersApi } from '#features/orders/staff-api.server.ts'
import { overviewApi } from '#features/overview/api.server.ts'
import { ownPagesApi } from '#features/own-pages/api.server.ts'
import { proposalsApi } from '#features/proposals/api.server.ts'
import { reconciliationApi } from '#features/reconciliation/api.server.ts'
import { revenueApi } from '#features/revenue/api.server.ts'
import { reviewsAdminApi } from '#features/reviews/admin/api.server.ts'
import { reviewsApi } from '#features/reviews/api.server.ts'
import { REVIEW_PICTURES } from '#features/reviews/rules.ts'
import { savedFiltersApi } from '#features/saved-filters/api.server.ts'
import { settingsApi } from '#features/settings/api.server.ts'
import { setupApi } from '#features/setup/api.server.ts'
import { shippingApi } from '#features/shipping/api.server.ts'
import { storefrontApi } from '#features/storefront/api.server.ts'
import { supportApi } from '#features/support/api.server.ts'
import { supportDeskApi } from '#features/support/desk/api.server.ts'
import { usersApi } from '#features/users/api.server.ts'
import { winnersApi } from '#features/winners/admin-api.server.ts'
import { galleryApi } from '#features/winners/gallery/gallery-api.server.ts'
import { WINNER_PICTURES } from '#features/winners/gallery/rules.ts'
import { papersApi } from '#features/winners/papers/api.server.ts'
import { prizesApi } from '#features/winners/prizes-api.server.ts'
import { priceAlertsApi } from '#features/wishes/price-alerts/api.server.ts'
import { savedApi } from '#features/wishes/saved/api.server.ts'
import { stockAlertsApi } from '#features/wishes/stock-alerts/api.server.ts'
import { type ApiEnv, access, perMinute } from '#kernel/api/api.server.ts'
import { describeApi } from '#kernel/api/openapi/document.ts'
import type { ApiDocument } from '#kernel/api/openapi/document-types.ts'
import type { Actor } from '#kernel/context.ts'
import { MAX_PICTURE_BYTES } from '#kernel/picture-limits.ts'
import { refuse } from '#platform/errors.ts'
import { constantAnswer } from '#platform/http/constant-answer.server.ts'
import { adminSearchApi } from '../admin/palette/search.server.ts'
import { answerError } from '../http/answer-error.server.ts'
import { limitBody } from '../http/body-limit.server.ts'
import { admit } from '../http/load/admission.server.ts'
import { takeBulkTurns } from '../http/load/bulk-turns.server.ts'
import { identify, rememberRoute } from '../http/request-context.server.ts'
import { securityLog } from '../http/security/security-log.server.ts'
import { PLAIN_POLICY } from '../pages/plain-page.server.ts'
import { cartPorts, codesPorts, identityPorts, membershipPorts, ordersPorts, wishesPorts } from '../ports.server.ts'
import { PROVIDERS_REFUSE } from '../services/payment-provider.server.ts'
import type { Shop } from '../services/services.server.ts'
import { settingsPorts } from '../services/settings-ports.server.ts'
import { searchApi } from '../shell/search/search-api.server.ts'
import { apiDocsPage } from './api-docs.server.ts'
import { idempotentCalls } from './idempotency/idempotent-calls.server.ts'
import { OPERATION_NAMES } from './operation-names.ts'
import { ACTS_REFUSE, PROPOSAL_KINDS } from './proposals/proposal-kinds.server.ts'

/**
 * Body limits: 1 MiB in general; uploads have 5 MiB per part, and a form can have several parts. The server can read a whole body before
 * the route's guard runs, so only staff who upload pictures or a product file get the large limit, and a user gets one picture.
 */
const BODY_LIMIT = 1024 * 1024
const PICTURE_LIMIT = MAX_PICTURE_BYTES + BODY_LIMIT
const UPLOAD_LIMIT = 12 * MAX_PICTURE_BYTES

const small = limitBody(BODY_LIMIT)
const onePicture = limitBody(PICTURE_LIMIT)
const large = limitBody(UPLOAD_LIMIT)

/** Uploads of users. */
const ONE_PICTURE: readonly string[] = [REVIEW_PICTURES, WINNER_PICTURES]

function bodyLimitOf(actor: Actor, path: string) {
  if (actor?.isAdmin && /\/(images|import)$/.test(path)) return large
  if (actor?.isAdmin && /\/obligations\/[^/]+\/evidence$/.test(path)) return onePicture
  return actor && ONE_PICTURE.includes(path) ? onePicture : small
}

/** Downloads of the API's description by one client. A browser asks for it again only with its ETag. */
const DESCRIPTIONS = perMinute(30)
/** The description changes with the release, and a copy of the release before does no harm for minutes. */
const KEPT = { 'cache-control': 'public, max-age=300' }
const DOCUMENT = { ...KEPT, 'content-type': 'application/json' }
const DOCS_PAGE = { ...KEPT, 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': PLAIN_POLICY }

/** Mounts every feature's routes under `/api`, behind shared checks. */
export function createApi(shop: Shop) {
  const api = new OpenAPIHono<ApiEnv>().basePath('/api')
  api.onError((error, c) => answerError(error, c, shop.services.log))
  api.notFound(c => answerError(refuse('not_found'), c, shop.services.log))
  api.use('*', securityLog(shop.services.log))
  api.use('*', rememberRoute)
  api.use('*', admit(shop.admission))
  api.use('*', identify(shop))
  api.use('*', takeBulkTurns)
  api.use('*', (c, next) => bodyLimitOf(c.var.ctx.actor, c.req.path)(c, next))
  api.use('*', idempotentCalls(shop, api))

  const routed = api
    .route('/', legalApi())
    .route('/', legalTextsApi())
    .route('/', identityApi(shop, identityPorts))
    .route('/', auditLogApi())
    .route('/', savedFiltersApi())
    .route('/', proposalsApi(PROPOSAL_KINDS, ACTS_REFUSE))
    .route('/', outreachApi(shop))
    .route('/', settingsApi(settingsPorts, shop.storefront.current))
    .route('/', creditsApi())
    .route('/', cartApi(cartPorts))
    .route('/', savedApi(wishesPorts))
    .route('/', stockAlertsApi(wishesPorts))
    .route('/', priceAlertsApi(wishesPorts))
    .route('/', catalogApi())
    .route('/', catalogAdminApi())
    .route('/', pushApi())
    .route('/', codesAdminApi(codesPorts))
    .route('/', ordersApi(PROVIDERS_REFUSE, ordersPorts))
    .route('/', staffOrdersApi(ordersPorts))
    .route('/', packingApi())
    .route('/', receiptApi())
    .route('/', reviewsApi())
    .route('/', reviewsAdminApi())
    .route('/', membershipApi(membershipPorts, PROVIDERS_REFUSE))
    .route('/', giveawaysApi())
    .route('/', freeEntriesApi())
    .route('/', drawsApi())
    .route('/', logApi())
    .route('/', giveawaysAdminApi())
    .route('/', freeEntriesAdminApi())
    .route('/', drawsAdminApi())
    .route('/', disputesApi())
    .route('/', winnersApi())
    .route('/', prizesApi())
    .route('/', papersApi())
    .route('/', galleryApi())
    .route('/', reconciliationApi())
    .route('/', revenueApi())
    .route('/', insightsApi())
    .route('/', supportApi())
    .route('/', supportDeskApi())
    .route('/', openingApi())
    .route('/', setupApi())
    .route('/', accountApi())
    .route('/', overviewApi())
    .route('/', operationsApi())
    .route('/', usersApi())
    .route('/', bulkSmsApi())
    .route('/', ownPagesApi())
    .route('/', storefrontApi(shop.storefront.home))
    .route('/', shippingApi())
    .route('/', adminSearchApi())
    .route('/', searchApi())

  api.openAPIRegistry.registerComponent('securitySchemes', 'idToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `idToken` of a sign-in. For staff routes, the scope is the right that the role needs.',
  })
  const document = constantAnswer(DOCUMENT, async () => JSON.stringify(await describeApi(api, OPERATION_NAMES)))
  // Made from the answer, so that no document of 4 MB is kept beside its bytes.
  const page = constantAnswer(DOCS_PAGE, async () => {
    const answer = await document(new Request('http://localhost/api/openapi.json'))
    return String(apiDocsPage((await answer.json()) as ApiDocument))
  })
  const [limited] = access('anyone', DESCRIPTIONS).middleware
  api.get('/openapi.json', limited!, c => document(c.req.raw))
  api.get('/docs', limited!, c => page(c.req.raw))
  return routed
}
