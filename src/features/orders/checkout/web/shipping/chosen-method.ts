import { useStore } from '#kernel/client/store.ts'
import { createTabChoice } from './tab-choice.ts'

/** The method of shipping that this tab's shopper chose; undefined for the lowest price. */
export const chosenMethod = createTabChoice('redoubt.checkout-method')

export const useChosenMethod = () => useStore(chosenMethod, undefined)
