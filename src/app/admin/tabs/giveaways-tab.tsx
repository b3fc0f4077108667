import { CheckWinnersButton } from '#features/draws/admin/check-winners-button.tsx'
import { AdminGiveawaysTab } from '#features/giveaways/lifecycle/admin/admin-giveaways-tab.tsx'
import { lazy } from '#ui/lazy.tsx'

const EntriesDialog = lazy(async () => (await import('#features/free-entry/admin/entries-dialog.tsx')).EntriesDialog)
const DebugDialog = lazy(async () => (await import('#features/draws/admin/debug-dialog.tsx')).DebugDialog)
const SelectWinner = lazy(async () => (await import('#features/draws/admin/select-winner.tsx')).SelectWinner)

/** `/admin?tab=giveaways`, with the dialogs of free entries and draws. */
export const GiveawaysTab = () => (
  <AdminGiveawaysTab
    EntriesDialog={EntriesDialog}
    DebugDialog={DebugDialog}
    SelectWinner={SelectWinner}
    CheckWinnersButton={CheckWinnersButton}
  />
)
