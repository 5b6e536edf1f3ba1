import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/**
 * The revision of everything public, by the cheapest query there is. Whatever changes published content bumps it in the
 * same transaction (`touchContent`), so what was read under one revision stays true while the revision stands.
 */
export async function readContentVersion(db: Db): Promise<number> {
  const result: unknown = await db.execute(sql`select version from site_content`)
  const version = firstVersion(result)
  if (version === undefined) throw new Error('site_content has no row: run the migrations')
  return version
}

/** Every driver answers `{rows: [{version}]}`; a bigint arrives as text. */
function firstVersion(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows))
    return undefined
  const [row] = result.rows
  return row === undefined ? undefined : Number(row.version)
}
