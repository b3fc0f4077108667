import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { AdminProduct } from '../../products/admin-contract.ts'
import { productsChanged, productsClient } from './products-client.ts'

type DeleteProductProps = { product: AdminProduct; onDeleted: () => void; onClose: () => void }

/** Asks for confirmation before a product leaves the store or a draft is deleted, and explains the consequences. */
export function DeleteProduct({ product, onDeleted, onClose }: DeleteProductProps) {
  const { id, name, variants, isDraft } = product
  const held = variants.reduce((sum, variant) => sum + variant.held, 0)
  async function remove() {
    try {
      await reauthenticated(() => call(productsClient().products[':id'].$delete({ param: { id } })))
    } catch (error) {
      if (error instanceof NotReauthenticated) return
      throw error
    }
    onDeleted()
    await productsChanged()
    if (isDraft) toast.success(`The draft ${name} was deleted`)
    else
      toast.success(`${name} left the store`, {
        action: { label: 'Undo', onClick: () => void restoreProduct(product) },
      })
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      description={
        isDraft
          ? 'The draft, its variants and its own pictures are deleted. This cannot be undone.'
          : 'It leaves the store at once, and its page is gone. Orders keep it, and it can be restored.'
      }
      confirmLabel={isDraft ? 'Delete draft' : 'Delete product'}
      busyLabel="Deleting..."
      danger
      onConfirm={remove}
    >
      {held > 0 && (
        <p className="text-sm">
          {held} {held === 1 ? 'unit is' : 'units are'} held by orders that are being paid; those can still be paid.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Restores a deleted product to the store and shows a toast. */
export async function restoreProduct({ id, name }: Pick<AdminProduct, 'id' | 'name'>): Promise<void> {
  try {
    await call(productsClient().admin.products[':id'].restore.$post({ param: { id } }))
    await productsChanged()
    toast.success(`${name} is in the store again`)
  } catch (error) {
    toast.error((error as Error).message)
  }
}
