import { redirect } from 'react-router'

/** Any path that nobody else has leads home, as specified. */
export const loader = () => redirect('/')
export const clientLoader = () => redirect('/')
