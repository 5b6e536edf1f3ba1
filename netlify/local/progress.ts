/** Tells the person at the terminal what goes on, and that it still goes on. */
export type Progress = {
  say: (sentence: string) => void
  /** What the work in hand last said; shown when it takes long. */
  detail: (line: string) => void
  /** Announces work, shows every few seconds that it runs, and says how long it took. */
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

const REMINDER = 5_000

/** `write` takes one line without its end. */
export function createProgress(write: (line: string) => void): Progress {
  let last = ''
  return {
    say: write,
    detail: (line) => {
      last = line.trim()
    },
    step: async (name, work) => {
      const start = performance.now()
      const elapsed = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
      last = ''
      write(`${name} …`)
      const reminder = setInterval(
        () => write(`${name} … ${elapsed()}${last ? `: ${last.slice(0, 100)}` : ''}`),
        REMINDER,
      )
      try {
        const result = await work()
        write(`${name}: done in ${elapsed()}`)
        return result
      } catch (cause) {
        write(`${name}: failed after ${elapsed()}`)
        throw cause
      } finally {
        clearInterval(reminder)
      }
    },
  }
}
