import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { media } from '#db/schema/site.ts'
import { getEventTimes } from '#src/contract/featured.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'

/** What the site is built from besides the database. */
export type World = { db: Db; now: number; siteName: string; code: number; random: () => number }

type Edit = (world: World) => Promise<void>

const DAY = 86_400_000

function pick<T>({ random }: World, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new RangeError('Nothing to pick from')
  return one
}

const word = ({ random }: World) =>
  pick({ random } as World, ['Pump', 'Bearing', 'Seal', 'Fan']) + Math.floor(random() * 1e6)

/** Changes one row of a table, chosen by chance. */
const changing =
  (table: string, set: (world: World) => string): Edit =>
  async (world) => {
    const [name, change] = [sql.identifier(table), sql.raw(set(world))]
    await world.db.execute(
      sql`update ${name} set ${change} where id = (select id from ${name} order by md5(id::text || ${word(world)}) limit 1)`,
    )
  }

async function anEvent(world: World) {
  const rows = await world.db
    .select()
    .from(eventConfig)
    .where(eq(eventConfig.isPublished, true))
    .orderBy(eventConfig.id)
  return toEventConfig(pick(world, rows))
}

const rename: Edit = async (world) => {
  const { id, eventSlug } = await anEvent(world)
  const slug = `renamed-${word(world).toLowerCase()}`
  await world.db.update(eventConfig).set({ eventSlug: slug }).where(eq(eventConfig.id, id))
  await world.db.insert(eventSlugRedirects).values({ oldSlug: eventSlug, eventId: id })
}

/** The clock goes to a moment at which some event changes, or just before it. */
const passBoundary: Edit = async (world) => {
  const { startsAt, endsAt, dayEndsAt, earlyBirdEndsAt = startsAt } = getEventTimes(await anEvent(world))
  world.now = pick(world, [startsAt, endsAt, dayEndsAt, earlyBirdEndsAt]) - pick(world, [0, 0, 1])
}

const upload: Edit = async (world) => {
  const background = { r: Math.floor(world.random() * 256), g: 90, b: 40 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const id = createHash('sha256').update(bytes).digest('hex')
  await world.db
    .insert(media)
    .values({ id, bytes, contentType: 'image/png', width: 40, height: 30 })
    .onConflictDoNothing()
  const [table, column] = pick(world, [
    ['team_library', 'photo_url'],
    ['vendor_library', 'logo_url'],
  ] as const)
  await changing(table, () => `${column} = '/media/${id}'`)(world)
}

/** A block of its own, with words and an event's facts, in a slot. */
async function putBlock(world: World, eventId: SQL): Promise<void> {
  const body = { schemaVersion: 1, heading: word(world), items: [`{{city}} ${word(world)}`] }
  const place = pick(world, ['bring', 'terms', 'getting-there'])
  await world.db.execute(sql`
    with block as (
      insert into content_blocks (kind, title, body) values ('list', ${word(world)}, ${JSON.stringify(body)}::jsonb) returning id
    ) insert into content_slots (place, event_id, block_id, position) select ${place}, ${eventId}, id, 1 from block`)
}

const setting: Edit = async (world) => {
  const [key, value] = pick(world, [
    ['navigation_visibility', { show_to_public: world.random() < 0.5 }],
    ['external_site', { url: world.random() < 0.5 ? null : 'https://elsewhere.example' }],
  ] as const)
  await world.db.execute(
    sql`insert into app_settings (setting_key, setting_value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (setting_key) do update set setting_value = excluded.setting_value`,
  )
}

/** Everything that changes a page, from an editor, a clock, a host or a developer. */
export const EDITS: Record<string, Edit> = {
  'a text of an event': changing(
    'event_config',
    (world) => `event_name = 'Workshop ${word(world)}', venue_name = '<${word(world)}>'`,
  ),
  'a price': changing('event_config', (world) => `standard_price = ${400 + Math.floor(world.random() * 90)}`),
  'a date': changing('event_config', (world) => `event_date = event_date + ${Math.floor(world.random() * 9)}`),
  'a status': changing('event_config', (world) => `status = '${pick(world, ['scheduled', 'cancelled', 'postponed'])}'`),
  'the way to register': changing('event_config', () => 'registration_url = null'),
  'what is published': changing(
    'event_config',
    () => 'is_published = not is_published, published_at = coalesce(published_at, now())',
  ),
  'a slug': rename,
  'an agenda': changing('event_agenda', (world) => `title = '${word(world)}', is_active = ${world.random() < 0.8}`),
  'a team': changing('event_team', () => 'is_active = not is_active'),
  'an order of vendors': changing('event_vendors', (world) => `display_order = ${Math.floor(world.random() * 9)}`),
  'a vendor of the library': changing('vendor_library', (world) => `vendor_name = '${word(world)}'`),
  'a person of the library': changing('team_library', (world) => `bio = '${word(world)} & "more"'`),
  'a picture': upload,
  'a block': changing('content_blocks', (world) => `is_active = ${world.random() < 0.7}`),
  'a slot of one event': async (world) => {
    const { id } = await anEvent(world)
    await putBlock(world, sql`${id}::uuid`)
  },
  'a slot of all events': (world) => putBlock(world, sql`null`),
  'a standing text': async (world) => {
    await world.db.execute(
      sql`insert into site_copy (key, text) values (${pick(world, ['footer.text', 'letter.opening'])}, ${word(world)})
        on conflict (key) do update set text = excluded.text`,
    )
  },
  'a page of blocks': changing('content_pages', (world) => `title = '${word(world)}'`),
  'the menu': changing(
    'menu_items',
    (world) => `label = '${word(world)}', display_order = ${Math.floor(world.random() * 9)}`,
  ),
  'a setting': setting,
  'a product': changing('shop_products', (world) => `title = '${word(world)}', is_active = ${world.random() < 0.8}`),
  'the clock': passBoundary,
  'the clock, by days': async (world) => {
    world.now += Math.floor(world.random() * 40) * DAY
  },
  'the name of the site': async (world) => {
    world.siteName = `Uptime ${word(world)}`
  },
  'the code': async (world) => {
    world.code += 1
  },
}
