import { atom, type ReadableAtom } from 'nanostores'

/** `selected`: the browser refused, but the text may be marked and one key press away. */
type CopyStatus = 'idle' | 'copied' | 'selected'

/** What copying needs of the page. */
type CopyParts = {
  /** The text to copy. */
  text: () => string
  write: (text: string) => Promise<void>
  /** Marks the text and copies it the old way; true if that worked. */
  selectAndCopy: () => boolean
  wait: (milliseconds: number) => Promise<void>
}

/** How long the confirmation is shown, in milliseconds. (product 9) */
export const CONFIRMATION = 2_000

type CopyStore = { $status: ReadableAtom<CopyStatus>; copy: () => Promise<void> }

/** Copies the text as it is at the moment of the click and says so for two seconds after the last click. */
export function createCopy({ text, write, selectAndCopy, wait }: CopyParts): CopyStore {
  const $status = atom<CopyStatus>('idle')
  let clicks = 0
  const copy = async () => {
    const mine = ++clicks
    $status.set((await isWritten(write, text())) || selectAndCopy() ? 'copied' : 'selected')
    await wait(CONFIRMATION)
    if (mine === clicks && $status.get() === 'copied') $status.set('idle')
  }
  return { $status, copy }
}

async function isWritten(write: CopyParts['write'], text: string): Promise<boolean> {
  try {
    await write(text)
    return true
  } catch {
    return false
  }
}
