import { OrderDisputes } from '#features/disputes/admin/order-disputes.tsx'
import { AdminOrdersTab } from '#features/orders/history/admin/list/admin-orders-tab.tsx'

/** The orders. Disputes come after orders in the feature order, so the app passes them in. */
export const OrdersTab = () => <AdminOrdersTab Disputes={OrderDisputes} />
