import { access, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../giveaway/contract.ts'
import { RULES_ERRORS } from '../giveaway/errors/rules-errors.ts'
import { params } from '../giveaway/queries/giveaway-param.server.ts'
import { OfficialRules, RulesQuery } from './contract.ts'
import { readOfficialRules } from './queries/official-rules.server.ts'

/** Public route of the official rules of a giveaway. */
export const officialRulesApi = () =>
  newApi(
    defineRoute('get', '/giveaways/{id}/rules', access('anyone'), {
      summary: "Get a giveaway's official rules in force, or an earlier version",
      params,
      query: RulesQuery,
      answers: OfficialRules,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start'),
        pick(RULES_ERRORS, 'rules_not_found'),
      ],
      handler: async ({ ctx, params, query, c }) => {
        const rules = await readOfficialRules(ctx, params.id, query.version)
        showing(c, `giveaway:${rules.giveaway.id}`)
        return rules
      },
    }),
  )
