import { access, defineRoute, newApi, showing } from '#kernel/api/api.server.ts'
import { Fairness } from './contract.ts'
import { fairnessOf } from './fairness.server.ts'

const read = defineRoute('get', '/fairness', access('anyone'), {
  summary:
    'Get the references for verifying draws: the beacon, the witnesses and their owners, times, and the verifiers',
  answers: Fairness,
})

export const fairnessApi = () =>
  newApi().openapi(read, async c => {
    showing(c, 'giveaways')
    return c.json(await fairnessOf(c.var.ctx), 200)
  })

export type FairnessApi = ReturnType<typeof fairnessApi>
