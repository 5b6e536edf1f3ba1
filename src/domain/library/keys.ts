import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A name without its spaces and its case, so that `Gauge & Co` and `gauge &co` meet. */
export function nameKey(name: SQLWrapper | string): SQL<string> {
  return sql`lower(regexp_replace(${asText(name)}, '[[:space:]]+', '', 'g'))`
}

/** The host of a web address without `www.`; null for what is none. */
export function hostKey(address: SQLWrapper | string): SQL<string | null> {
  return sql`substring(lower(${asText(address)}) from '^https?://(?:www[.])?([^/:?#]+)')`
}

function asText(value: SQLWrapper | string): SQLWrapper {
  return typeof value === 'string' ? sql`${value}::text` : value
}
