import type { Db } from '#db/client.ts'
import type { UploadedImage } from '#src/contract/medium.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { encodeImage, keepImage } from './store-image.ts'

/**
 * Keeps an image that somebody uploads, and who did. Throws as `storeImage` does. It is decoded before the transaction begins,
 * so that no connection waits for it.
 */
export async function uploadImage(db: Db, bytes: Uint8Array, actor: Actor): Promise<UploadedImage> {
  const encoded = await encodeImage(bytes)
  return db.transaction(async (tx) => {
    const { id, url, width, height } = await keepImage(tx, encoded, null)
    const after = { url, width, height, uploadedBytes: bytes.length }
    await recordAudit(tx, actor, { action: 'media.upload', subjectType: 'media', subjectId: id, after })
    return { url, width, height }
  })
}
