import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'
import { locationLibrary, teamLibrary, vendorLibrary } from './libraries.ts'

export const agendaTemplateGroups = pgTable(
  'agenda_template_groups',
  {
    id: id(),
    groupName: text().notNull(),
    /** Counts changes, so that two editors do not overwrite each other unseen. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    lastModifiedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('agenda_template_groups_name').on(sql`lower(${t.groupName})`, t.id),
    searchIndex('agenda_template_groups_search', [t.groupName]),
  ],
)

export const agendaTemplateItems = pgTable(
  'agenda_template_items',
  {
    id: id(),
    groupId: uuid()
      .notNull()
      .references(() => agendaTemplateGroups.id, { onDelete: 'cascade' }),
    timeSlot: text().notNull(),
    title: text().notNull(),
    description: text(),
    displayOrder: integer().notNull(),
  },
  (t) => [index('agenda_template_items_group').on(t.groupId, t.displayOrder)],
)

/** Dates and times are wall-clock values in `event_timezone`; `date` columns stay text, never a JavaScript Date. */
export const eventConfig = pgTable(
  'event_config',
  {
    id: id(),
    eventSlug: text().notNull().unique(),
    eventName: text().notNull(),
    eventDate: date({ mode: 'string' }).notNull(),
    eventTimeStart: time(),
    eventTimeEnd: time(),
    eventTimezone: text().notNull().default('America/Chicago'),
    isPublished: boolean().notNull().default(false),
    /** When it first was published. The database itself writes it down. (decision 0024) */
    publishedAt: instant(),
    /** The revision of the site from which on it is not shown; null while it is published and if it never was. */
    unpublishedRevision: bigint({ mode: 'number' }),
    status: text({ enum: ['scheduled', 'postponed', 'moved', 'cancelled'] })
      .notNull()
      .default('scheduled'),
    statusNote: text(),
    previousEventDate: date({ mode: 'string' }),
    city: text(),
    state: text(),
    venueName: text(),
    venueAddress: text(),
    locationId: uuid().references(() => locationLibrary.id, { onDelete: 'set null' }),
    registrationUrl: text(),
    earlyBirdPrice: numeric({ precision: 10, scale: 2, mode: 'number' }),
    earlyBirdDeadline: date({ mode: 'string' }),
    standardPrice: numeric({ precision: 10, scale: 2, mode: 'number' }),
    courseValue: numeric({ precision: 10, scale: 2, mode: 'number' }).default(750),
    heroTitle: text(),
    heroSubtitle: text(),
    heroDescription: text(),
    heroCtaText: text(),
    metaTitle: text(),
    metaDescription: text(),
    announcementText: text(),
    includedCourseName: text(),
    downtimeReductionClaim: text(),
    conservativeRoiPercentage: numeric({ precision: 6, scale: 2, mode: 'number' }),
    downtimeSource: text(),
    roiSource: text(),
    venueRoom: text(),
    guestWifi: text(),
    forumPath: text(),
    workshopBenefits: jsonb().$type<string[]>().notNull().default([]),
    workshopDeliverables: jsonb().$type<string[]>().notNull().default([]),
    showSeriesPromo: boolean().notNull().default(true),
    agendaTemplateGroupId: uuid().references(() => agendaTemplateGroups.id, { onDelete: 'set null' }),
    createdBy: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('event_config_published_date').on(t.isPublished, t.eventDate),
    index('event_config_date').on(t.eventDate.desc(), t.id.desc()),
    index('event_config_location').on(t.locationId),
    index('event_config_agenda_template').on(t.agendaTemplateGroupId),
    searchIndex('event_config_search', [t.eventName, t.eventSlug, t.city, t.state, t.venueName]),
    check('event_slug_shape', sql`${t.eventSlug} ~ '^[a-z0-9-]{3,100}$'`),
    check('event_name_length', sql`char_length(${t.eventName}) between 5 and 200`),
    check('event_status_known', sql`${t.status} in ('scheduled', 'postponed', 'moved', 'cancelled')`),
    check('event_ends_after_start', sql`${t.eventTimeEnd} > ${t.eventTimeStart}`),
    check('event_early_bird_price_positive', sql`${t.earlyBirdPrice} > 0`),
    check('event_standard_price_positive', sql`${t.standardPrice} > 0`),
    check('event_course_value_positive', sql`${t.courseValue} > 0`),
    check('event_deadline_before_event', sql`${t.earlyBirdDeadline} <= ${t.eventDate}`),
    check('event_registration_url_https', sql`${t.registrationUrl} ~ '^https://'`),
    check('event_city_length', sql`char_length(${t.city}) <= 100`),
    check('event_state_length', sql`char_length(${t.state}) <= 50`),
    check('event_venue_name_length', sql`char_length(${t.venueName}) <= 200`),
    check('event_venue_address_length', sql`char_length(${t.venueAddress}) <= 500`),
    check('event_hero_title_length', sql`char_length(${t.heroTitle}) <= 200`),
    check('event_hero_subtitle_length', sql`char_length(${t.heroSubtitle}) <= 500`),
    check('event_hero_description_length', sql`char_length(${t.heroDescription}) <= 1000`),
    check('event_hero_cta_text_length', sql`char_length(${t.heroCtaText}) <= 50`),
    check('event_meta_title_length', sql`char_length(${t.metaTitle}) <= 100`),
    check('event_meta_description_length', sql`char_length(${t.metaDescription}) <= 200`),
    check('event_downtime_source_length', sql`char_length(${t.downtimeSource}) <= 500`),
    check('event_roi_source_length', sql`char_length(${t.roiSource}) <= 500`),
    check('event_venue_room_length', sql`char_length(${t.venueRoom}) <= 100`),
    check('event_guest_wifi_length', sql`char_length(${t.guestWifi}) <= 200`),
    check(
      'event_forum_path_shape',
      sql`${t.forumPath} ~ '^/forum(/[a-z0-9/-]*)?$' and char_length(${t.forumPath}) <= 200`,
    ),
    check('event_announcement_text_length', sql`char_length(${t.announcementText}) <= 500`),
  ],
)

/** A slug an event once had. Visitors who kept the old address are sent on. */
export const eventSlugRedirects = pgTable(
  'event_slug_redirects',
  {
    oldSlug: text().primaryKey(),
    eventId: uuid()
      .notNull()
      .references(() => eventConfig.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [check('old_slug_shape', sql`${t.oldSlug} ~ '^[a-z0-9-]{3,100}$'`)],
)

const eventId = () =>
  uuid()
    .notNull()
    .references(() => eventConfig.id, { onDelete: 'cascade' })

export const eventAgenda = pgTable(
  'event_agenda',
  {
    id: id(),
    eventId: eventId(),
    timeSlot: text().notNull(),
    title: text().notNull(),
    description: text(),
    isActive: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('event_agenda_order').on(t.eventId, t.displayOrder)],
)

export const eventTeam = pgTable(
  'event_team',
  {
    id: id(),
    eventId: eventId(),
    teamLibraryId: uuid()
      .notNull()
      .references(() => teamLibrary.id),
    isActive: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('event_team_order').on(t.eventId, t.displayOrder),
    index('event_team_member').on(t.teamLibraryId),
    // A person is in a team only once, however often a button is pressed.
    uniqueIndex('event_team_once').on(t.eventId, t.teamLibraryId),
  ],
)

export const eventVendors = pgTable(
  'event_vendors',
  {
    id: id(),
    eventId: eventId(),
    vendorLibraryId: uuid()
      .notNull()
      .references(() => vendorLibrary.id),
    displayOrder: integer().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('event_vendors_order').on(t.eventId, t.displayOrder),
    index('event_vendors_vendor').on(t.vendorLibraryId),
    uniqueIndex('event_vendors_once').on(t.eventId, t.vendorLibraryId),
  ],
)
