/** Laws that want the mandatory fee in every advertised price, for the owner who chooses the display. Read in November 2026. */
export const ALL_IN_LAWS =
  'California (Honest Pricing Law, Civil Code § 1770(a)(29), in force since July 1, 2024) wants the fee in every price shown to its residents. Minnesota (Statutes § 325D.44, since January 1, 2025), Colorado (HB25-1090, since January 1, 2026), Connecticut, Massachusetts, Oregon and Virginia have similar laws.'
