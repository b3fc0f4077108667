import { access, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { Fairness } from './contract.ts'
import { readFairness } from './fairness.server.ts'

export const fairnessApi = () =>
  newApi(
    defineRoute('get', '/fairness', access('anyone'), {
      summary:
        'Get the references for verifying draws: the beacon, the witnesses and their owners, times, and the verifiers',
      answers: Fairness,
      handler: async ({ ctx, c }) => {
        showing(c, 'giveaways')
        return readFairness(ctx)
      },
    }),
  )

export type FairnessApi = ReturnType<typeof fairnessApi>
