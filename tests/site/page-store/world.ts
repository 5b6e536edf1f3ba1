import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/site.ts'

/** What the site is built from besides the database. */
export type World = { db: Db; now: number; siteName: string; code: number; random: () => number }

export type Edit = (world: World) => Promise<void>

export function pick<T>({ random }: Pick<World, 'random'>, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new RangeError('Nothing to pick from')
  return one
}

export const word = ({ random }: Pick<World, 'random'>) =>
  pick({ random }, ['Pump', 'Bearing', 'Seal', 'Fan']) + Math.floor(random() * 1e6)

/** Changes one row of a table, chosen by chance among those that `where` names. Throws if there is none. */
export const changing =
  (table: string, set: (world: World) => string, where = 'true'): Edit =>
  async (world) => {
    const [name, change, among] = [sql.identifier(table), sql.raw(set(world)), sql.raw(where)]
    const changed = await world.db.execute(
      sql`update ${name} set ${change}
        where id = (select id from ${name} where ${among} order by md5(id::text || ${word(world)}) limit 1) returning id`,
    )
    if (!hasRow(changed)) throw new Error(`${table} has no such row`)
  }

function hasRow(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'rowCount' in answer && answer.rowCount === 1
}

/** Stores a picture of one color. Resolves with its address. */
export async function storePicture({ db, random }: World): Promise<string> {
  const background = { r: Math.floor(random() * 256), g: 90, b: 40 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const id = createHash('sha256').update(bytes).digest('hex')
  const picture = { id, bytes, contentType: 'image/png', width: 40, height: 30 } as const
  await db.insert(media).values(picture).onConflictDoNothing()
  return `/media/${id}`
}
