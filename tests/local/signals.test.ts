import { spawn } from 'node:child_process'
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT } from '#netlify/local/project.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aDatabase, BARE, collect, until } from './a-server.ts'
import { aFolder, writeSite } from './a-site.ts'

/** What a container starts: the command of the Dockerfile, with no npm between the signal and the server. */
async function readContainerCommand(): Promise<string[]> {
  const [, command = ''] = /^CMD (.+)$/m.exec(await readFile(join(PROJECT, 'Dockerfile'), 'utf8')) ?? []
  return JSON.parse(command)
}

describe('a signal', () => {
  test.each([
    ['SIGTERM', 'npm'],
    ['SIGINT', 'npm'],
    ['SIGTERM', 'the command of the container'],
  ] as const)(
    '%s to %s in the middle of a build ends everything in order, with 0',
    async (signal, program) => {
      const command = program === 'npm' ? ['npm', 'start', '--silent'] : await readContainerCommand()
      const [file = '', ...args] = command
      await using folder = await aFolder()
      await using database = await aDatabase()
      await writeSite(join(folder.path, 'releases/1-1'), { revision: 1 })
      await symlink('releases/1-1', join(folder.path, 'current'))
      const server = spawn(file, args, {
        cwd: PROJECT,
        env: {
          ...BARE,
          PORT: String(await freePort()),
          DATA_DIR: folder.path,
          DATABASE_URL: database.url,
          SEED: 'none',
        },
      })
      const output = collect(server)
      const ended = new Promise((resolve) => server.once('close', resolve))
      const ready = until(async () => output().includes('Building the site') && output().includes('Ready on'))
      expect(await Promise.race([ready, ended]), output()).toBe(undefined)
      server.kill(signal)
      expect(await ended, output()).toBe(0)
      expect(output()).toContain('Stopping')
      expect((await readdir(folder.path)).sort()).toEqual(['current', 'owner.lock', 'releases', 'secret-key'])
      // On a busy machine the build may have ended just before the signal came: its release is whole. A draft begins with a dot.
      const releases = await readdir(join(folder.path, 'releases'))
      expect(releases).toContain('1-1')
      expect(releases.filter((name) => !/^1-\d$/.test(name))).toEqual([])
    },
    60_000,
  )
})
