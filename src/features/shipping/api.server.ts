import { recordRoutes } from '#features/audit-log/commands/record-routes.server.ts'
import { staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { zones } from './commands/zones.server.ts'
import * as contract from './contract.ts'
import { readAdminZones } from './queries/zones.server.ts'

/** Zones and methods of shipping, for staff. */
export const shippingApi = () =>
  newApi(
    defineRoute('get', '/admin/shipping/zones', staff('settings.read'), {
      summary: 'List the zones of shipping with their methods, and what holds for the states of none',
      answers: contract.AdminZones,
      handler: ({ ctx }) => readAdminZones(ctx),
    }),
    ...recordRoutes('/admin/shipping/zones', 'settings.change', {
      noun: 'a zone of shipping',
      body: contract.ZoneBody,
      change: contract.ZoneChange,
      refuses: [contract.SHIPPING_ERRORS],
      record: zones,
    }),
  )

export type ShippingApi = ReturnType<typeof shippingApi>
