/** Networks by the end of their host. */
const NETWORKS: readonly (readonly [host: string, name: string])[] = [
  ['bsky.app', 'Bluesky'],
  ['discord.gg', 'Discord'],
  ['discord.com', 'Discord'],
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['linkedin.com', 'LinkedIn'],
  ['pinterest.com', 'Pinterest'],
  ['reddit.com', 'Reddit'],
  ['snapchat.com', 'Snapchat'],
  ['t.me', 'Telegram'],
  ['threads.com', 'Threads'],
  ['threads.net', 'Threads'],
  ['tiktok.com', 'TikTok'],
  ['twitch.tv', 'Twitch'],
  ['twitter.com', 'X'],
  ['whatsapp.com', 'WhatsApp'],
  ['x.com', 'X'],
  ['youtube.com', 'YouTube'],
]

/** The name of the network that an address leads to, or its host. */
export function socialLabel(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, '')
  return NETWORKS.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1] ?? host
}
