import { IDENTITY_ERRORS } from '#features/identity/user/contract.ts'
import { listUnreadTexts } from '#features/legal/queries.server.ts'
import { access, freshStaff, perMinute, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import { makeFirstOwner, readTexts, sendTestMessage } from './commands.server.ts'
import {
  FirstOwnerBody,
  OpenBody,
  Opened,
  OwnerMade,
  ReadTextsBody,
  SETUP_ERRORS,
  Setup,
  TestMessageBody,
  TestMessageSent,
  UnreadTexts,
} from './contract.ts'
import { openShop } from './opening/open-shop.server.ts'
import { readSetup } from './queries.server.ts'

export const setupApi = () =>
  newApi(
    defineRoute('post', '/setup/owner', access('anyone', perMinute(30)), {
      summary: "Create the first owner of a new shop, with the setup link from the server's log",
      body: FirstOwnerBody,
      answers: OwnerMade,
      refuses: [SETUP_ERRORS, pick(IDENTITY_ERRORS, 'OwnWordPassword', 'UsernameExistsException', 'WeakPassword')],
      handler: async ({ ctx, body, c }) => {
        await makeFirstOwner(ctx, body)
        // The request carries a password, so the response must not be cached.
        c.header('cache-control', 'no-store')
        return { success: true, message: 'The shop is yours. Please sign in.' } as const
      },
    }),

    defineRoute('get', '/admin/setup', staff('settings.read', perMinute(60)), {
      summary: 'Get the setup checklist of a new shop',
      answers: Setup,
      handler: ({ ctx }) => readSetup(ctx),
    }),

    defineRoute('post', '/admin/open', freshStaff('settings.change', perMinute(30)), {
      summary: 'Open a new shop for visitors',
      body: OpenBody,
      answers: Opened,
      refuses: [pick(SETUP_ERRORS, 'not_ready')],
      handler: async ({ ctx, body }) => {
        await openShop(ctx, body.word)
        return { success: true, isOpen: true } as const
      },
    }),

    defineRoute('post', '/admin/setup/legal-texts', staff('settings.change', perMinute(60)), {
      summary: 'Record that the legal texts of the shop were read',
      body: ReadTextsBody,
      answers: UnreadTexts,
      handler: async ({ ctx, body }) => {
        await readTexts(ctx, body.documents)
        return { unread: await listUnreadTexts(ctx) }
      },
    }),

    defineRoute('post', '/admin/setup/test-message', staff('settings.change', { points: 10, seconds: 600 }), {
      summary: 'Send a test e-mail or text message to the caller',
      body: TestMessageBody,
      answers: TestMessageSent,
      refuses: [pick(SETUP_ERRORS, 'no_phone')],
      handler: async ({ ctx, body }) => {
        const to = await sendTestMessage(ctx, body.channel)
        return { success: true, message: `A test is on its way to ${to}.` } as const
      },
    }),
  )

export type SetupApi = ReturnType<typeof setupApi>
