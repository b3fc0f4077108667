import type { Area, Modal } from './modal.ts'

async function catalog(): Promise<Modal[]> {
  return []
}

export const CATALOG: Area = { name: 'catalog', modals: catalog }
