import type { Area, Modal } from './modal.ts'

async function giveaways(): Promise<Modal[]> {
  return []
}

export const GIVEAWAYS: Area = { name: 'giveaways', modals: giveaways }
