import { z } from 'zod'

const WANTED = 'Enter a date such as 2026-03-02.'

/** A day of the shop in a query. PostgreSQL has no year 0. */
export const shopDay = z.iso.date(WANTED).refine(text => text >= '0001', WANTED)
