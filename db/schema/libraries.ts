import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, searchIndex, updatedAt } from './columns.ts'

export const vendorLibrary = pgTable(
  'vendor_library',
  {
    id: id(),
    vendorName: text().notNull(),
    logoUrl: text(),
    websiteUrl: text(),
    contactName: text(),
    contactEmail: text(),
    contactPhone: text(),
    description: text(),
    tags: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('vendor_library_name').on(sql`lower(${t.vendorName})`, t.id),
    searchIndex('vendor_library_search', [t.vendorName, t.contactName, t.contactEmail, t.tags]),
    check('vendor_name_length', sql`char_length(${t.vendorName}) between 1 and 100`),
    check('vendor_contact_name_length', sql`char_length(${t.contactName}) <= 100`),
    check('vendor_contact_phone_length', sql`char_length(${t.contactPhone}) <= 20`),
    check('vendor_description_length', sql`char_length(${t.description}) <= 500`),
    check('vendor_tags_length', sql`char_length(${t.tags}) <= 200`),
    check('vendor_website_url_web', sql`${t.websiteUrl} ~ '^https?://'`),
  ],
)

export const teamLibrary = pgTable(
  'team_library',
  {
    id: id(),
    fullName: text().notNull(),
    title: text().notNull(),
    bio: text().notNull(),
    photoUrl: text(),
    credentials: text(),
    email: text(),
    phone: text(),
    linkedinUrl: text(),
    specialties: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('team_library_name').on(sql`lower(${t.fullName})`, t.id),
    searchIndex('team_library_search', [t.fullName, t.title, t.credentials, t.specialties]),
    check('team_full_name_length', sql`char_length(${t.fullName}) between 1 and 100`),
    check('team_title_length', sql`char_length(${t.title}) between 1 and 100`),
    check('team_bio_length', sql`char_length(${t.bio}) between 1 and 2000`),
    check('team_credentials_length', sql`char_length(${t.credentials}) <= 200`),
    check('team_phone_length', sql`char_length(${t.phone}) <= 20`),
    check('team_linkedin_url_web', sql`${t.linkedinUrl} ~ '^https?://'`),
    check('team_specialties_length', sql`char_length(${t.specialties}) <= 300`),
  ],
)

/** Venues used again and again, to fill an event's own venue fields from. */
export const locationLibrary = pgTable(
  'location_library',
  {
    id: id(),
    venueName: text().notNull(),
    venueAddress: text(),
    city: text().notNull(),
    state: text(),
    timezone: text().notNull().default('America/Chicago'),
    notes: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('location_library_name').on(sql`lower(${t.venueName})`, t.id),
    searchIndex('location_library_search', [t.venueName, t.city, t.state, t.venueAddress]),
    check('location_venue_name_length', sql`char_length(${t.venueName}) between 1 and 200`),
    check('location_venue_address_length', sql`char_length(${t.venueAddress}) <= 500`),
    check('location_city_length', sql`char_length(${t.city}) between 1 and 100`),
    check('location_state_length', sql`char_length(${t.state}) <= 50`),
  ],
)
