import { eq, sql } from 'drizzle-orm'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { getEventTimes } from '#src/contract/featured.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { CONTENT_EDITS } from './content-edits.ts'
import { changing, type Edit, pick, storePicture, type World, word } from './world.ts'

const DAY = 86_400_000

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
  const url = await storePicture(world)
  const [table, column] = pick(world, [
    ['team_library', 'photo_url'],
    ['vendor_library', 'logo_url'],
  ] as const)
  await changing(table, () => `${column} = '${url}'`)(world)
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
  ...CONTENT_EDITS,
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
