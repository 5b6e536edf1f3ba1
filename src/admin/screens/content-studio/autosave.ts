import { useStore } from '@nanostores/react'
import { atom, type ReadableAtom } from 'nanostores'
import type { SaveState } from '#src/contract/change-set.ts'

/** How one save ended. */
export type SaveEnd = Exclude<SaveState, 'waiting' | 'saving'>

/** Saves one form while it is typed into. */
export type Autosave = {
  $state: ReadableAtom<SaveState>
  /** Something was typed: it is sent when typing pauses. */
  change: () => void
  /** Tries again at once if the last save failed. */
  retry: () => void
  /** Sends what is not stored yet, after a save that is still running. Afterwards `$state` is 'saved' if all is stored. */
  finish: () => Promise<void>
  /** The form is gone. What is waiting is still sent. */
  close: () => void
}

/** Milliseconds: without typing before a save, and after a failed save, which double from the first to the longest. */
const PAUSE = 700
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 60_000

/** Shown until a save ends differently, so that the status does not change with every try. */
const LASTING: readonly SaveState[] = ['failed', 'invalid', 'removed']

export function createAutosave(send: () => Promise<SaveEnd>): Autosave {
  const $state = atom<SaveState>('saved')
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isChanged = false
  let isClosed = false
  let failures = 0

  const progress = (state: 'waiting' | 'saving') => {
    if (!LASTING.includes($state.get())) $state.set(state)
  }
  const later = (pause: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void flush(), pause)
  }
  const run = async () => {
    clearTimeout(timer)
    isChanged = false
    progress('saving')
    const end = await send()
    running = undefined
    failures = end === 'failed' ? failures + 1 : 0
    const isBehind = end === 'saved' && isChanged
    $state.set(isBehind ? 'waiting' : end)
    if (isBehind && isClosed) await flush()
    // The dialog with both versions has what was typed last, too.
    else if (end === 'failed') later(Math.min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_RETRY))
    else if (isChanged && end !== 'conflict') later(PAUSE)
  }
  const flush = () => {
    running ??= run()
    return running
  }
  return {
    $state,
    change: () => {
      isChanged = true
      if (running) return
      progress('waiting')
      later(PAUSE)
    },
    retry: () => {
      if ($state.get() === 'failed') void flush()
    },
    finish: async () => {
      await running
      if ($state.get() !== 'saved') await flush()
      while ($state.get() === 'waiting') await flush()
    },
    close: () => {
      clearTimeout(timer)
      isClosed = true
      if ($state.get() === 'waiting') void flush()
    },
  }
}

/** The form of a record that is open. */
export const $editor = atom<Autosave | undefined>()

const $nothing = atom<SaveState>('saved')

/** True while the open form holds something that is not stored. */
export const isUnsaved = (): boolean => ($editor.get()?.$state ?? $nothing).get() !== 'saved'

export function useUnsaved(): boolean {
  return useStore(useStore($editor)?.$state ?? $nothing) !== 'saved'
}
