import { useStore } from '#kernel/client/store.ts'
import { createTabChoice } from './tab-choice.ts'

/** The address of the book to which this tab's order goes; undefined for the default. */
export const chosenAddress = createTabChoice('redoubt.checkout-address')

export const useChosenAddress = () => useStore(chosenAddress, undefined)
