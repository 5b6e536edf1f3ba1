import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { IMAGE_GONE } from '#src/contract/forum.ts'
import type { Rendered } from './render-post.ts'

/**
 * Keeps the pictures that a post shows for good, in the transaction that writes it. Throws `invalid` for one that went unused
 * since the text was read. (forum 3)
 */
export async function keepImages(tx: Db, { images }: Pick<Rendered, 'images'>): Promise<void> {
  const ids = [...new Set(images)].map((address) => address.slice('/media/'.length))
  if (ids.length === 0) return
  const areShown = inArray(media.id, ids)
  await tx
    .update(media)
    .set({ unusedSince: null })
    .where(and(areShown, isNotNull(media.unusedSince)))
  if ((await tx.$count(media, areShown)) === ids.length) return
  throw new Failure('invalid', IMAGE_GONE, { field: 'source' })
}
