import { index, type RouteConfig } from '@react-router/dev/routes'

/** The whole site on one page. */
export default [index('../features/pages/home-page.tsx')] satisfies RouteConfig
