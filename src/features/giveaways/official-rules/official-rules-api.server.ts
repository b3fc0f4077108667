import { access, defineRoute, newApi, showing } from '#kernel/api/api.server.ts'
import { params } from '../giveaway/queries/giveaway-param.server.ts'
import { OfficialRules, RulesQuery } from './contract.ts'
import { officialRulesOf } from './queries/official-rules.server.ts'

const read = defineRoute('get', '/giveaways/{id}/rules', access('anyone'), {
  summary: "Get a giveaway's official rules in force, or an earlier version",
  params,
  query: RulesQuery,
  answers: OfficialRules,
})

/** Public route of the official rules of a giveaway. */
export const officialRulesApi = () =>
  newApi().openapi(read, async c => {
    const rules = await officialRulesOf(c.var.ctx, c.req.valid('param').id, c.req.valid('query').version)
    showing(c, `giveaway:${rules.giveaway.id}`)
    return c.json(rules, 200)
  })
