import { access, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { params } from '../giveaway/queries/giveaway-param.server.ts'
import { OfficialRules, RulesQuery } from './contract.ts'
import { officialRulesOf } from './queries/official-rules.server.ts'

/** Public route of the official rules of a giveaway. */
export const officialRulesApi = () =>
  newApi(
    defineRoute('get', '/giveaways/{id}/rules', access('anyone'), {
      summary: "Get a giveaway's official rules in force, or an earlier version",
      params,
      query: RulesQuery,
      answers: OfficialRules,
      handler: async ({ ctx, params, query, c }) => {
        const rules = await officialRulesOf(ctx, params.id, query.version)
        showing(c, `giveaway:${rules.giveaway.id}`)
        return rules
      },
    }),
  )
