/**
 * What signed-in features keep in this browser stands under keys that start like this, in either storage: so it can be
 * forgotten at sign-out without knowing what it is. (security P-35)
 */
export const PRIVATE = 'private.'

type KeyStore = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** Removes everything private from these storages. A storage that refuses holds nothing. */
export function clearPrivateData(storages: readonly (() => KeyStore)[]): void {
  for (const open of storages) {
    try {
      const storage = open()
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
      for (const key of keys) if (key?.startsWith(PRIVATE)) storage.removeItem(key)
    } catch {}
  }
}
