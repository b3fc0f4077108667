import type { Area, Modal } from './modal.ts'

async function frame(): Promise<Modal[]> {
  return []
}

export const FRAME: Area = { name: 'frame', modals: frame }
