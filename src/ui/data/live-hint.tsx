import { Button } from '../buttons/button.tsx'

/** Stands above a list with hidden changes, because rows that jump under the pointer cause wrong clicks. */
export function LiveHint({ count, onShow }: { /** Renders nothing for 0. */ count: number; onShow: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <Button variant="secondary" size="sm" icon="arrow-right" onClick={onShow} className="w-full justify-center">
          {count} new · Show
        </Button>
      )}
    </div>
  )
}
