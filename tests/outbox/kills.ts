import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { build } from 'esbuild'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'

/** Where in its work a worker is killed: at any moment, with a mail claimed, or with a mail the server has taken. */
export const STEPS = ['any', 'any', 'claimed', 'taken'] as const
type Step = (typeof STEPS)[number]

/** Workers by name, with where to kill them. */
export type Workers = Map<string, { child: ChildProcess; step: Step }>

/** How long a worker that is killed at any moment lives at most, in milliseconds from its first word. */
const LONGEST_LIFE = 60
/** One that never gets where it is to be killed, since others took all the work, is killed all the same. */
const PATIENCE = 2_000

/** Packs a worker into one file, which starts several times faster. */
export async function packWorker(folder: string, entry = join(import.meta.dirname, 'worker.ts')): Promise<string> {
  const outfile = join(folder, 'worker.mjs')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  return outfile
}

/** Starts a worker and kills it on its way. */
export async function oneLife(workers: Workers, name: string, step: Step, file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [file], { env: { ...env, WORKER: name }, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  workers.set(name, { child, step })
  await once(child.stdout, 'data')
  await (step === 'any' ? sleep(Math.random() * LONGEST_LIFE) : Promise.race([ended, sleep(PATIENCE)]))
  child.kill('SIGKILL')
  await ended
  workers.delete(name)
}

/** The name of the worker that holds the mail to `recipient`. */
export async function holderOf(db: Db, recipient: string): Promise<string> {
  const [row] = await db.select({ by: outbox.leasedBy }).from(outbox).where(eq(outbox.recipient, recipient))
  return row?.by ?? ''
}

/** Kills a worker, if this is the step to do it. */
export function killAt(workers: Workers, step: Step, name: string): void {
  const worker = workers.get(name)
  if (worker?.step === step) worker.child.kill('SIGKILL')
}

/** Whether a dead worker still held a mail. */
export async function isHolding(db: Db, worker: string): Promise<boolean> {
  return (await db.$count(outbox, eq(outbox.leasedBy, worker))) > 0
}
