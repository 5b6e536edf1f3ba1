import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/site.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'

/** An uploaded image as it is served. */
export type Medium = { id: string; contentType: string; bytes: Uint8Array<ArrayBuffer> }

/** SHA-256 of the bytes, in hex. (decision 0026) */
const MEDIUM_ID = /^[0-9a-f]{64}$/

/** The image with this id. Throws `not_found`, also for what cannot be an id. */
export async function readMedium(db: Db, id: string): Promise<Medium> {
  if (!MEDIUM_ID.test(id)) throw new Failure('not_found', NOT_FOUND.image)
  const [row] = await db
    .select({ id: media.id, contentType: media.contentType, bytes: media.bytes })
    .from(media)
    .where(eq(media.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.image)
  return { ...row, bytes: new Uint8Array(row.bytes) }
}
