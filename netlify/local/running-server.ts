import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { takeFolder } from '#db/owner-lock.ts'

const runningServer = z.object({
  pid: z.int().positive(),
  /** Where the site is served. */
  address: z.string(),
  databaseUrl: z.string(),
  hookUrl: z.string(),
  /** How far its clock goes before this machine's, in milliseconds. */
  clockAhead: z.number(),
})

/** What a running server tells commands on the same machine. It holds secrets: only this account may read it. */
export type RunningServer = z.output<typeof runningServer>

const FILE = 'runtime.json'

/** Appears whole or not at all. */
export async function announce(dataDir: string, server: RunningServer): Promise<void> {
  const file = join(dataDir, FILE)
  await rm(`${file}.next`, { force: true })
  await writeFile(`${file}.next`, JSON.stringify(server), { mode: 0o600 })
  await rename(`${file}.next`, file)
}

export async function withdraw(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true })
}

/** The server that owns this data folder now; undefined when there is none, or when it ended without a word. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lock = takeFolder(dataDir)
  if (!lock) return runningServer.safeParse(parseJson(text)).data
  lock.release()
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
