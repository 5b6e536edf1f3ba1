import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Rendered } from './render-post.ts'

/** What is said of a picture that nobody posted in time. */
export const PICTURE_GONE = 'A picture is not there any more. Upload it again.'

/**
 * Keeps the pictures that a post shows for good, in the transaction that writes it. Throws `invalid` for one that went unused
 * since the text was read. (docs/decisions/0037)
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
  throw new Failure('invalid', PICTURE_GONE, { field: 'source' })
}
