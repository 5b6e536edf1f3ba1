import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { NOON } from '#tests/support/api.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const MENU = '/api/admin/menu-items'
const SETTINGS = '/api/admin/settings'
const LOG = 'GET /api/admin/audit-log'

type Menu = { items: { id: string; isActive: boolean }[] }
type Visibility = { version: number | null; value: { show_to_public: boolean } }
type Settings = { items: (Visibility & { key: string })[] }
const NOTHING: Visibility = { version: null, value: { show_to_public: false } }

const seenBy = { visibleToAnonymous: true, visibleToUser: true, visibleToAdmin: true }
const item = (isActive: boolean) => ({ label: 'Shop', href: '/shop', isExternal: false, isActive, ...seenBy })

/** The whole menu, with two items changing places. */
async function swapped({ menuItem, take }: Ground) {
  await menuItem()
  await menuItem()
  const from = (await take<Menu>('GET', MENU)).items.map(({ id }) => id)
  return { body: { from, ids: [...from.slice(0, -2), ...from.slice(-2).toReversed()] } }
}

/** The other value of a setting that was saved before. */
async function otherVisibility({ take }: Ground) {
  const isNow = async () => {
    const { items } = await take<Settings>('GET', SETTINGS)
    const { value, version } = items.find(({ key }) => key === 'navigation_visibility') ?? NOTHING
    return { value: { show_to_public: !value.show_to_public }, version }
  }
  const first = await isNow()
  if (first.version === null) await take('PUT', `${SETTINGS}/navigation_visibility`, first)
  return { path: ['navigation_visibility'], body: await isNow() }
}

/** A picture nobody has uploaded before. */
async function picture() {
  const background = `#${randomUUID().slice(0, 6)}`
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
  return { bytes: new Uint8Array(bytes), type: 'image/png' }
}

const emergency = (action: object) => ({
  id: randomUUID(),
  action,
  isDrill: false,
  confirmation: 'Uptime Workshops',
})

export const SITE_WRITES: Record<string, WriteCall> = {
  'POST /api/admin/emergency': {
    prepare: () => ({ body: emergency({ kind: 'mail', isHeld: true }) }),
    shows: 'never',
    action: 'emergency.mail',
    keeps: 'after',
  },
  'POST /api/admin/builds': { prepare: () => ({}), shows: 'never', action: 'site.rebuild', keeps: 'after' },
  [`POST ${MENU}`]: {
    prepare: ({ isPublic }) => ({ body: { id: randomUUID(), ...item(isPublic) } }),
    shows: 'where public',
    action: 'menu-item.create',
    keeps: 'after',
  },
  [`PUT ${MENU}/order`]: { prepare: swapped, shows: 'where public', action: 'menu.reorder', keeps: 'both' },
  [`PATCH ${MENU}/:id`]: {
    prepare: async ({ menuItem }) => ({ path: [await menuItem()], body: { label: 'Workshops', version: 1 } }),
    shows: 'where public',
    action: 'menu-item.update',
    keeps: 'both',
  },
  [`DELETE ${MENU}/:id`]: {
    prepare: async ({ menuItem }) => ({ path: [await menuItem()] }),
    shows: 'where public',
    action: 'menu-item.delete',
    keeps: 'before',
  },
  [`PUT ${SETTINGS}/:key`]: { prepare: otherVisibility, shows: 'always', action: 'setting.update', keeps: 'both' },
  'PUT /api/admin/site-mode': {
    prepare: async ({ take }) => {
      const { version } = await take<{ version: number }>('GET', '/api/admin/site-mode')
      return { body: { level: 0, reason: 'The drill is over', version } }
    },
    shows: 'never',
    action: 'site-mode.set',
    keeps: 'both',
  },
  'POST /api/admin/mails/:id/retry': {
    prepare: async ({ mail }) => ({ path: [await mail()] }),
    shows: 'never',
    action: 'mail.retry',
    keeps: 'both',
  },
  'POST /api/admin/mails/retry': {
    prepare: async ({ mail }) => ({ body: { ids: [await mail()] } }),
    shows: 'never',
    action: 'mail.retry',
    keeps: 'both',
  },
  'POST /api/admin/mails/:id/resend': {
    prepare: async ({ sentMail }) => ({ path: [await sentMail()] }),
    shows: 'never',
    action: 'mail.resend',
    keeps: 'after',
  },
  'POST /api/admin/mails/:id/recipient': {
    prepare: async ({ mail }) => ({ path: [await mail()] }),
    shows: 'never',
    action: 'mail.reveal_recipient',
    keeps: 'after',
  },
  'POST /api/admin/mail-round-trips': {
    prepare: () => ({ body: { to: 'inbox@receiver.example' } }),
    shows: 'never',
    action: 'mail.round_trip',
    keeps: 'after',
  },
  'POST /api/admin/mail-round-trips/:id/source': {
    prepare: async ({ roundTrip }) => {
      const id = await roundTrip()
      return { path: [id], body: { source: `X-Round-Trip: ${id}\r\n\r\nA test` } }
    },
    shows: 'never',
    action: 'mail.give_source',
    keeps: 'nothing',
  },
  'POST /api/admin/mail-dns/:id/accept': {
    prepare: async ({ dnsChange }) => ({ path: [await dnsChange()] }),
    shows: 'never',
    action: 'mail.accept_dns',
    keeps: 'both',
  },
  'POST /api/admin/checks/rounds': {
    prepare: async ({ noOpenRound }) => {
      await noOpenRound()
      return {}
    },
    shows: 'never',
    action: 'checks.run',
    keeps: 'nothing',
  },
  'POST /api/admin/checks/:key/mute': {
    prepare: async ({ check }) => ({ path: [await check()], body: { until: NOON + 86_400_000, reason: 'Known' } }),
    shows: 'never',
    action: 'check.mute',
    keeps: 'both',
  },
  'POST /api/admin/checks/:key/unmute': {
    prepare: async ({ check }) => ({ path: [await check({ isMuted: true })] }),
    shows: 'never',
    action: 'check.unmute',
    keeps: 'both',
  },
  'POST /api/admin/media': { prepare: picture, shows: 'never', action: 'media.upload', keeps: 'after' },
}

export const SITE_READS: Record<string, ReadCall> = {
  'GET /api/admin/analytics': () => ({ query: 'period=90&compare=year&source=google&imported=hide' }),
  'GET /api/admin/analytics/export.csv': () => ({ query: 'sheet=days&from=2026-01-01&to=2026-02-01' }),
  'GET /api/admin/builds': () => ({}),
  'GET /api/admin/checks': () => ({}),
  'GET /api/admin/checks/rounds': () => ({}),
  'GET /api/admin/checks/:key/history': () => ({ path: ['clock.agrees'] }),
  'GET /api/admin/content-checks': () => ({}),
  'GET /api/admin/dashboard': () => ({}),
  'GET /api/admin/overview': () => ({}),
  [`GET ${MENU}`]: () => ({}),
  [`GET ${SETTINGS}`]: () => ({}),
  'GET /api/admin/site-mode': () => ({}),
  'GET /api/admin/emergency': () => ({}),
  'GET /api/admin/emergency/count': () => ({ query: `action=${encodeURIComponent('{"kind":"keys"}')}` }),
  'GET /api/admin/mail-round-trips': () => ({}),
  'GET /api/admin/mail-round-trips/:id': async ({ roundTrip }) => ({ path: [await roundTrip()] }),
  'GET /api/admin/mail-dns': () => ({}),
  'GET /api/admin/mails': () => ({ query: 'state=dead&limit=5' }),
  'GET /api/admin/mails/overview': () => ({}),
  'GET /api/admin/mails/planned': () => ({ query: 'q=maria@plant.example' }),
  'GET /api/admin/mails/:id': async ({ mail }) => ({ path: [await mail()] }),
  [LOG]: () => ({ query: 'actor=ada&action=event.&from=2026-01-01T00:00:00Z&limit=5' }),
  [`${LOG}/actions`]: () => ({}),
  [`${LOG}/export.csv`]: () => ({ query: 'action=event.' }),
  [`${LOG}/verify`]: () => ({}),
  [`${LOG}/contains`]: () => ({ query: `hash=${'a'.repeat(64)}` }),
  [`${LOG}/:id`]: async ({ event, take }) => {
    await take('POST', `/api/admin/events/${await event()}/share-links`, { id: randomUUID(), days: 1 })
    const { items } = await take<{ items: { id: number }[] }>('GET', '/api/admin/audit-log?limit=1')
    return { path: [String(items[0]?.id)] }
  },
}
