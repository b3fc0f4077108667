import type { DemoUser } from './demo-types.ts'
import { CUSTOMER_ROWS, type CustomerRow } from './people/customers.ts'

/** The three accounts that the README names. */
export const DEMO_SHOPPER: DemoUser = {
  name: 'Jordan Avery',
  email: 'shopper@redoubt.test',
  phone: '+13035550181',
  birthDate: '1988-04-17',
  address: {
    line1: '1450 Larimer St',
    line2: 'Unit 604',
    city: 'Denver',
    state: 'CO',
    postalCode: '80202',
    country: 'US',
  },
  isAdmin: false,
  isSubscriber: false,
  joinedDaysAgo: 210,
}

export const DEMO_MEMBER: DemoUser = {
  name: 'Casey Monroe',
  email: 'premium@redoubt.test',
  phone: '+15125550182',
  birthDate: '1985-09-30',
  address: { line1: '2008 Kinney Ave', line2: null, city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' },
  isAdmin: false,
  isSubscriber: true,
  joinedDaysAgo: 325,
}

export const DEMO_ADMIN: DemoUser = {
  name: 'Morgan Ellis',
  email: 'admin@redoubt.test',
  phone: '+18015550183',
  birthDate: '1980-01-22',
  address: {
    line1: '233 S 900 E',
    line2: null,
    city: 'Salt Lake City',
    state: 'UT',
    postalCode: '84102',
    country: 'US',
  },
  isAdmin: true,
  isSubscriber: false,
  joinedDaysAgo: 640,
}

/** Sixty customers, every fourth of them a Premium member. */
export const DEMO_CUSTOMERS: readonly DemoUser[] = CUSTOMER_ROWS.map(customer)

/** All people: the named accounts first. */
export const DEMO_PEOPLE: readonly DemoUser[] = [DEMO_SHOPPER, DEMO_MEMBER, DEMO_ADMIN, ...DEMO_CUSTOMERS]

function customer(row: CustomerRow, position: number): DemoUser {
  const [name, birthDate, areaCode, line1, line2, city, state, postalCode, joinedDaysAgo] = row
  return {
    name,
    email: `${name.toLowerCase().replaceAll("'", '').replaceAll(' ', '.')}@example.com`,
    // 555-0100 to 555-0199 are set aside for fiction in every area code.
    phone: `+1${areaCode}55501${String(position + 10)}`,
    birthDate,
    address: { line1, line2, city, state, postalCode, country: 'US' },
    isAdmin: false,
    isSubscriber: position % 4 === 1,
    joinedDaysAgo,
  }
}
