import { isRouteErrorResponse, useRouteError } from 'react-router'

/**
 * For the error boundary of a page whose record may be missing.
 * @returns the data of the 404 or 410 response. @throws any other error, for the screen of the whole site.
 */
export function useMissing() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && [404, 410].includes(error.status)) return error.data
  throw error
}
