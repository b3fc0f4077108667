/** How a staff screen decides what is offered. */
type Rule =
  /** By the server's answer for the caller, which a test compares with the calls. */
  | { answer: string; test: string }
  /** By a function that the server calls too. */
  | { shared: string }
  /** By rights alone, as the routes declare them, or by the state of a form or a read. */
  | { reason: string }

const answer = (words: string, test: string): Rule => ({ answer: words, test })
const shared = (words: string): Rule => ({ shared: words })
const reason = (words: string): Rule => ({ reason: words })

const ORDERS = 'src/features/orders/fulfilment/offered-actions.test.ts'
const WINNERS = 'src/features/winners/tests/offered-actions.test.ts'
const USERS = 'src/features/users/access/offered-acts.test.ts'
const GIVEAWAYS = 'src/features/giveaways/lifecycle/offered-acts.test.ts'
const RIGHT = reason('A right of its route.')
const FORM = reason('The input is not complete, or a call runs.')
const WORDS = reason('Words and colours of a state; no act depends on them.')

/** Every staff screen with a condition on state, right or amount. */
export const SCREEN_RULES: Record<string, Rule> = {
  'app/admin/admin-frame.tsx': WORDS,
  'app/admin/admin-page.tsx': reason('Reads that failed are read again.'),
  'app/admin/tabs/users-tab.tsx': RIGHT,
  'features/audit-log/admin/audit-history.tsx': RIGHT,
  'features/bulk-sms/admin/admin-sms-tab.tsx': reason(
    'Stop and resume by the campaign’s state; the server answers a late press with the state.',
  ),
  'features/bulk-sms/admin/send-sms-dialog.tsx': FORM,
  'features/catalog/admin/bulk/bulk-edit.tsx': FORM,
  'features/catalog/admin/editor/matrix/grid-row.tsx': FORM,
  'features/catalog/admin/editor/matrix/variant-grid.tsx': FORM,
  'features/catalog/admin/editor/matrix/variant-matrix.tsx': FORM,
  'features/catalog/admin/editor/product-dialog.tsx': reason(
    'A deleted product is restored before it is changed; the server refuses the change.',
  ),
  'features/catalog/admin/editor/stock-dialog.tsx': FORM,
  'features/catalog/admin/import/import-dialog.tsx': FORM,
  'features/catalog/admin/list/admin-products-tab.tsx': RIGHT,
  'features/catalog/admin/list/product-table.tsx': RIGHT,
  'features/codes/admin/admin-codes-tab.tsx': reason('A filter.'),
  'features/codes/admin/coupons/coupon-fields.tsx': reason('`isInUse` is the server’s answer.'),
  'features/codes/admin/coupons/coupon-list.tsx': reason(
    'A pause without effect is not offered: the server answers it without a change.',
  ),
  'features/codes/admin/coupons/coupon-use.tsx': WORDS,
  'features/disputes/admin/dispute-card.tsx': answer(
    '`actions`',
    'src/features/disputes/queries/offered-answers.test.ts',
  ),
  'features/free-entry/cards/admin/card-register.tsx': WORDS,
  'features/free-entry/cards/admin/add-private-entry.tsx': FORM,
  'features/free-entry/cards/admin/waiting-cards.tsx': reason('`canConfirm` is the server’s answer.'),
  'features/free-entry/desk/admin/card-scan.tsx': RIGHT,
  'features/free-entry/desk/admin/desk-list.tsx': WORDS,
  'features/free-entry/desk/admin/mail-desk-tab.tsx': RIGHT,
  'features/free-entry/desk/admin/refuse-fields.tsx': FORM,
  'features/giveaways/eligibility/admin/eligibility-fields.tsx': FORM,
  'features/free-entry/admin/entries-dialog.tsx': answer('`offeredActsOf`', GIVEAWAYS),
  'features/giveaways/entries/admin/entry-list.tsx': reason(
    'A sealed list takes no change; the server refuses it by `frozenAt`.',
  ),
  'features/giveaways/lifecycle/admin/admin-giveaway-card.tsx': answer('`offeredActsOf`', GIVEAWAYS),
  'features/draws/admin/check-winners-button.tsx': RIGHT,
  'features/giveaways/lifecycle/admin/admin-giveaways-tab.tsx': RIGHT,
  'features/giveaways/lifecycle/admin/editor/giveaway-editor.tsx': shared(
    '`fixedFields`, whose fields the command refuses',
  ),
  'features/giveaways/obligations/admin/duty-actions.tsx': reason(
    'A finished duty is done; the server answers a late press.',
  ),
  'features/giveaways/obligations/admin/duty-status.tsx': WORDS,
  'features/legal-texts/admin/legal-editor.tsx': FORM,
  'features/legal-texts/admin/shipped-changes.tsx': FORM,
  'features/operations/admin-operations-tab.tsx': RIGHT,
  'features/orders/history/admin/order-steps-dialog.tsx': answer('`staff.actions`', ORDERS),
  'features/orders/history/admin/staff-actions.tsx': answer('`staff.actions`', ORDERS),
  'features/orders/history/admin/list/admin-orders-tab.tsx': RIGHT,
  'features/orders/history/admin/list/staff-order-table.tsx': answer('`canPack`', ORDERS),
  'features/orders/history/admin/staff-order.tsx': answer('`staff.actions` and `canRetry`', ORDERS),
  'features/orders/order/address/admin/staff-address.tsx': answer('`staff.actions`', ORDERS),
  'features/proposals/admin/open-proposals.tsx': RIGHT,
  'features/proposals/admin/proposal-card.tsx': reason('`canConfirm` and `canRefuse` are the server’s answer.'),
  'features/reconciliation/admin/admin-credit-audit-tab.tsx': RIGHT,
  'features/reconciliation/admin/discrepancy-list.tsx': WORDS,
  'features/revenue/admin/balance-line.tsx': FORM,
  'features/reviews/admin/admin-reviews-tab.tsx': WORDS,
  'features/reviews/admin/staff-review-card.tsx': WORDS,
  'features/settings/admin/admin-settings-tab.tsx': RIGHT,
  'features/settings/admin/colour-setting.tsx': FORM,
  'features/settings/admin/picture-setting.tsx': FORM,
  'features/settings/admin/sender-checks.tsx': reason('A right of its route; what is not saved is not checked.'),
  'features/setup/admin-setup-tab.tsx': RIGHT,
  'features/support/admin/admin-tickets-tab.tsx': RIGHT,
  'features/support/admin/ticket/answer-form.tsx': FORM,
  'features/shipping/admin/admin-shipping-tab.tsx': RIGHT,
  'features/shipping/admin/zone-editor.tsx': reason(
    'A full zone takes no method; the schema of the call has the bound.',
  ),
  'features/storefront/admin/menus/menus-editor.tsx': reason(
    'A full menu takes no entry; the schema of the call has the bound.',
  ),
  'features/support/admin/ticket/ticket-controls.tsx': WORDS,
  'features/support/admin/ticket/ticket-panel.tsx': RIGHT,
  'features/users/admin-users-tab.tsx': RIGHT,
  'features/winners/admin/lists/admin-winners-tab.tsx': RIGHT,
  'features/winners/admin/lists/all-winners.tsx': WORDS,
  'features/winners/admin/lists/winner-table.tsx': WORDS,
  'features/winners/admin/messages.tsx': answer('`actions`', WINNERS),
  'features/winners/admin/next-step.tsx': answer('`actions`', WINNERS),
  'features/winners/admin/papers.tsx': answer('`actions`', WINNERS),
  'features/winners/admin/pass/passes.tsx': answer('`actions`', WINNERS),
  'features/winners/admin/winner-page.tsx': answer('`actions`', WINNERS),
  'features/users/create/create-user-dialog.tsx': RIGHT,
  'features/users/profile/acts/role-dialog.tsx': reason(
    'The last owner keeps the role; PostgreSQL refuses it (`last_owner`).',
  ),
  'features/users/profile/acts/user-acts.tsx': answer('`acts`', USERS),
  'features/users/profile/parts/user-overview.tsx': answer('`acts`', USERS),
  'features/users/profile/user-dialog.tsx': RIGHT,
  'features/overview/admin-overview-tab.tsx': RIGHT,
}
