import { access, perMinute } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { linkRoutes, oneClickRoutes } from '#kernel/api/link-routes.server.ts'
import { pick } from '#platform/errors.ts'
import { askOpening, useOpeningLink } from './commands/ask-opening.server.ts'
import {
  CHECK_MAIL,
  OPENING_ERRORS,
  OpeningAsked,
  OpeningLinkBody,
  OpeningLinkQuery,
  OpeningOfLink,
  OpeningRequestBody,
} from './contract.ts'
import { readOpeningOfLink } from './queries.server.ts'

/** API routes of requests to be told when a new shop opens. */
export const openingApi = () =>
  newApi(
    defineRoute('post', '/opening/requests', access('anyone', perMinute(20)), {
      summary:
        'Ask to be told by e-mail when the shop opens; a link in an e-mail confirms it; the response is equal for every address',
      body: OpeningRequestBody,
      answers: OpeningAsked,
      refuses: [pick(OPENING_ERRORS, 'shop_is_open')],
      handler: async ({ ctx, body }) => {
        await askOpening(ctx, body)
        return { success: true as const, message: CHECK_MAIL }
      },
    }),

    ...linkRoutes('/opening/link', {
      noun: 'the request to be told of the opening',
      summary: 'Confirm or cancel a request to be told of the opening by the link in an e-mail, without a sign-in',
      query: OpeningLinkQuery,
      body: OpeningLinkBody,
      answers: OpeningOfLink,
      refuses: pick(OPENING_ERRORS, 'opening_link_invalid'),
      read: ({ ctx, query }) => readOpeningOfLink(ctx, query.token),
      act: async ({ ctx, body }) => {
        await useOpeningLink(ctx, body)
        return readOpeningOfLink(ctx, body.token)
      },
    }),

    ...oneClickRoutes('/opening/unsubscribe', {
      summary: "Cancel a request to be told of the opening by a mail program's one-click request (RFC 8058)",
      query: OpeningLinkQuery,
      refuses: pick(OPENING_ERRORS, 'opening_link_invalid'),
      page: '/opening',
      unsubscribe: ({ ctx, query: { token } }) => useOpeningLink(ctx, { token, action: 'cancel' }),
    }),
  )

export type OpeningApi = ReturnType<typeof openingApi>
