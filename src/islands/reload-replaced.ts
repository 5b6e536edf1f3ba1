/** Where a tab notes the missing file that it was reloaded for. */
const MARK = 'reloaded-for'
const QUESTION = 'The site has been updated. Copy your text, then choose OK to reload the page.'

declare global {
  interface WindowEventMap {
    /** Asks people to reload the page, because it contains unsaved text. Whatever shows it cancels it. */
    reloadneeded: Event
  }
}

/**
 * For a page that was opened before a deploy and could not load a file. If one of `addresses`, files that the page names, no
 * longer exists, the page is reloaded: once for each file, so that a file that stays missing causes no loop. With unsaved text
 * it asks instead, by the event `reloadneeded` or, where nothing shows that, by the browser's own dialog. Files that fail for another
 * reason, such as a lost connection, cause nothing.
 */
export async function reloadIfReplaced(addresses: readonly string[]): Promise<void> {
  const missing = await Promise.all(addresses.map(isMissing))
  const address = addresses[missing.indexOf(true)]
  if (address === undefined) return
  const mayReload = hasUnsavedText()
    ? () =>
        dispatchEvent(new Event('reloadneeded' satisfies keyof WindowEventMap, { cancelable: true })) &&
        noteFirst(address) &&
        confirm(QUESTION)
    : () => noteFirst(address)
  if (mayReload()) location.reload()
}

async function isMissing(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 404
}

/** Forms answer as they do when the page is left. A field of a part that has not loaded holds what was typed into it. */
function hasUnsavedText(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')]
  const isTyped = fields.some(({ value, defaultValue }) => value !== defaultValue)
  return isTyped || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** False if the page was reloaded for this file before, and where the tab can keep no notes. */
function noteFirst(address: string): boolean {
  try {
    if (sessionStorage.getItem(MARK) === address) return false
    sessionStorage.setItem(MARK, address)
    return true
  } catch {
    return false
  }
}
