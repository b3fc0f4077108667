import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** All routes of the site. */
export default [
  index('../features/pages/home/home-page.tsx'),
  route('dashboard', 'dashboard/dashboard-page.tsx'),
  route('admin', 'admin/admin-page.tsx'),
  route('store', '../features/catalog/store/store-page.tsx'),
  route('product/:id', 'routes/product-route.tsx'),
  route('giveaways', 'routes/giveaways-route.tsx'),
  route('giveaways/:giveawayId', '../features/giveaways/catalogue/web/page/giveaway-page.tsx'),
  route('giveaways/:giveawayId/free-entry', '../features/giveaways/free-entry/web/free-entry-page.tsx'),
  route('giveaways/:giveawayId/stage', '../features/giveaways/draws/web/stage/stage-page.tsx'),
  route('fair', '../features/pages/fair/fair-page.tsx'),
  route('checkout', 'routes/checkout-route.tsx'),
  route('orders/:orderId', '../features/orders/history/web/order-page.tsx'),
  route('orders/:orderId/receipt', '../features/orders/receipts/web/receipt-page.tsx'),
  route('winners', '../features/winners/gallery/web/gallery-page.tsx'),
  route('prizes/:id', '../features/winners/prize/prize-page.tsx'),
  route('notifications', 'routes/notifications-page.tsx'),
  route('legal', '../features/pages/legal/legal-page.tsx'),
  route('legal/:kind/:version', '../features/pages/legal/version-page.tsx'),

  route('dev/gallery', 'routes/gallery-route.tsx'),
  route('login', '../features/identity/sign-in/web/login-page.tsx'),
  route('register', '../features/identity/registration/web/register-page.tsx'),
  route('confirm-account', '../features/identity/registration/web/confirm-account-page.tsx'),
  route('setup', '../features/setup/setup-page.tsx'),
  route('price-alert', '../features/wishes/price-alerts/web/price-alert-page.tsx'),
  route('back-in-stock', '../features/wishes/stock-alerts/web/back-in-stock-page.tsx'),
  route('free-entry', '../features/giveaways/free-entry/web/confirm-free-entry-page.tsx'),
  route('unsubscribe', '../features/notifications/unsubscribe/unsubscribe-page.tsx'),
  route('age-verification', '../features/identity/web/age-verification-page.tsx'),

  route('llms.txt', '../features/pages/llms-txt.ts'),
  route('robots.txt', '../features/pages/robots-txt.ts'),
  route('sitemap.xml', '../features/pages/sitemap-xml.ts'),
  route('*', '../features/pages/redirect-home.ts'),
] satisfies RouteConfig
