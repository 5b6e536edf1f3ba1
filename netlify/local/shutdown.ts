/** Closes things in the reverse order of their opening, once, however often it is asked. */
export type Shutdown = {
  /** Closes `close` when everything ends, or at once if it has already begun to. */
  onStop: (close: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
  isStopping: () => boolean
}

/** `report` hears of what could not be closed; the rest is closed all the same. */
export function createShutdown(report: (cause: unknown) => void): Shutdown {
  const closers: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(report)
  }
  return {
    onStop: async (close) => {
      closers.push(close)
      if (!stopping) return
      stopping = stopping.then(closeAll)
      await stopping
    },
    stop: () => {
      stopping ??= closeAll()
      return stopping
    },
    isStopping: () => stopping !== undefined,
  }
}
