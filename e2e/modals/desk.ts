import type { Area, Modal } from './modal.ts'

async function desk(): Promise<Modal[]> {
  return []
}

export const DESK: Area = { name: 'desk', modals: desk }
