import { access, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { Fairness } from './contract.ts'
import { fairnessOf } from './fairness.server.ts'

const read = defineRoute('get', '/fairness', access('anyone'), {
  summary: 'What draws are checked against: the beacon, the witnesses and whose they are, times, and the verifiers',
  answers: Fairness,
})

export const fairnessApi = () => newApi().openapi(read, async c => c.json(await fairnessOf(c.var.ctx), 200))

export type FairnessApi = ReturnType<typeof fairnessApi>
