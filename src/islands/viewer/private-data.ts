import { KEPT_CACHE } from '#src/contract/kept.ts'

/**
 * The prefix of all keys that signed-in features use in either storage, so that sign-out can remove them without knowing
 * what they are. (security P-35)
 */
export const PRIVATE = 'private.'

type KeyStore = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** Removes everything private from these storages, and the pages kept for a place without a network. A storage that throws is skipped. */
export function clearPrivateData(storages: readonly (() => KeyStore)[]): void {
  // Browsers have it on secure pages alone.
  if ('caches' in globalThis) caches.delete(KEPT_CACHE).catch(() => {})
  for (const open of storages) {
    try {
      const storage = open()
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
      for (const key of keys) if (key?.startsWith(PRIVATE)) storage.removeItem(key)
    } catch {}
  }
}
