type Part = 'line1' | 'line2' | 'city' | 'state' | 'postalCode'

/** The address fields of a new form: the address on file, or empty. Without the country, because not every form asks for it. */
export const addressFormState = (
  address?: { readonly [P in Part]?: string | null | undefined } | null,
): Record<Part, string> => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postalCode ?? '',
})
