/** First parts of the routes of the site and of the API. `src/app/pages/own-pages/reserved-slugs.test.ts` compares them with the tables of routes. */
export const RESERVED_SLUGS: readonly string[] = [
  ...['admin', 'age-verification', 'api', 'assets', 'auth', 'back-in-stock', 'checkout', 'codes', 'confirm-account'],
  ...['credits', 'dashboard', 'dev', 'docs', 'email-choices', 'fair', 'fairness', 'files', 'fonts', 'free-entries'],
  ...['free-entry', 'giveaways', 'healthz', 'icons', 'images', 'leaderboard', 'legal', 'log', 'login', 'metrics'],
  ...[
    'my',
    'notifications',
    'offline',
    'opening',
    'orders',
    'pages',
    'payments',
    'pictures',
    'price-alert',
    'price-alerts',
  ],
  ...['prizes', 'product', 'products', 'public', 'push', 'readyz', 'recent-sales', 'register', 'reviews'],
  ...['search', 'settings', 'setup', 'sms', 'stock-alerts', 'store', 'subscriptions', 'support', 'unsubscribe'],
  ...['users', 'v1', 'verify', 'webhooks', 'winners'],
]
