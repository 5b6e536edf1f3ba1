import { hashOfSources } from '#src/domain/site/hash-of-sources.ts'

/** What a built page depends on besides the database. */
const SOURCES = ['src', 'db/schema', 'public', 'astro.config.ts', 'package-lock.json', 'netlify.toml']

/**
 * A hash of the code and settings pages are made from, so that a start after an update rebuilds although no content changed.
 */
export function getFingerprint(settings: Record<string, string>): Promise<string> {
  return hashOfSources(SOURCES, JSON.stringify(settings))
}
