import { queryClient, transport } from '#platform/client/browser.ts'

/** After a write: what this browser kept of the catalogue is old. @returns when the admin's list is new again. */
export async function catalogChanged(): Promise<void> {
  transport.forget('/api/products')
  transport.forget('/api/admin/products')
  await queryClient.invalidateQueries({ queryKey: ['admin-products'] })
}
