import { publishAllRules } from '#features/giveaways/lifecycle/commands/publish-rules.server.ts'
import { lockDocuments, publishDocuments } from '#features/legal/commands.server.ts'
import { legalTextsOf } from '#features/pages/legal/legal-texts.ts'
import { storedSettings } from '#features/settings/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'

/**
 * Brings legal texts and official rules to the stored settings and the current wording: at each start, and after a change of settings. The
 * settings are read under the lock of the publication, because of two changes the job of the first can be the last to publish.
 */
export async function publishTexts(system: Context): Promise<void> {
  await transact(system, async tx => {
    await lockDocuments(tx)
    const { settings } = await storedSettings(tx)
    await publishDocuments(tx, legalTextsOf(settings))
  })
  await publishAllRules(system)
}
