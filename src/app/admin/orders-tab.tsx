import { OrderDisputes } from '#features/disputes/admin/order-disputes.tsx'
import { AdminOrdersTab } from '#features/orders/admin/admin-orders-tab.tsx'

/** The orders. Disputes are a later feature than orders, and are handed in. */
export const OrdersTab = () => <AdminOrdersTab Disputes={OrderDisputes} />
