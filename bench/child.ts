import { type ChildProcess, spawn } from 'node:child_process'

/** How much of what a process printed is kept to tell why it failed, in characters. */
const REMEMBERED = 20_000

type Options = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Milliseconds after which it is ended and counts as failed. */
  within?: number
  input?: string
}

/** A process that ended well: how long it lived, in milliseconds, and what it printed. */
type Ended = { took: number; output: string }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Ends with this process, however that ends. */
export function watch<T extends ChildProcess>(child: T): T {
  running.add(child)
  return child.once('exit', () => running.delete(child))
}

/** Runs a script with this Node and waits for its end. Rejects with all it printed when it fails, dies or takes too long. */
export async function runNode(args: readonly string[], { within = 600_000, input, ...options }: Options = {}) {
  const started = performance.now()
  const child = watch(spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] }))
  const output = getOutput(child)
  child.stdin.on('error', () => undefined).end(input)
  const late = setTimeout(() => child.kill('SIGKILL'), within)
  const how = await new Promise<number | NodeJS.Signals | Error | null>((resolve) => {
    child.once('error', resolve)
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  clearTimeout(late)
  const ended: Ended = { took: performance.now() - started, output: output() }
  if (how !== 0) throw new Error(`node ${args.join(' ')} ended with ${how}:\n${ended.output}`)
  return ended
}

/** Everything a process has printed so far, its last part if that is long. */
export function getOutput({ stdout, stderr }: ChildProcess): () => string {
  let printed = ''
  const hear = (chunk: unknown) => {
    printed = (printed + String(chunk)).slice(-REMEMBERED)
  }
  stdout?.on('data', hear)
  stderr?.on('data', hear)
  return () => printed
}

/** The first message of a forked process. Rejects with what it printed when it ends before, or says nothing in time. */
export function firstMessage(child: ChildProcess, what: string, within = 60_000): Promise<unknown> {
  const output = getOutput(child)
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${what} did not start in time:\n${output()}`)), within)
    child.once('message', resolve)
    child.once('error', reject)
    child.once('close', (code, signal) => reject(new Error(`${what} ended with ${signal ?? code}:\n${output()}`)))
    child.once('message', () => clearTimeout(late)).once('close', () => clearTimeout(late))
  })
}

/** The same promise, but it rejects with a sentence after `milliseconds`. */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what} took more than ${milliseconds / 1000} s.`)), milliseconds)
  })
  return Promise.race([promise, end]).finally(() => clearTimeout(late))
}
