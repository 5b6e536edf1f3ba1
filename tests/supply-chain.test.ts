import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Locked = { version?: string; resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }

const root = join(import.meta.dirname, '..')
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Oldest versions without a known advisory that concerns us. */
const MINIMUMS: Record<string, string> = { hono: '4.12.21', astro: '6.4.8' }
/** Packages with an advisory we cannot live with, or that drag in a thousand others. */
const DENIED = ['netlify-cli', 'request', 'event-stream', 'node-ipc', 'colors', 'faker', 'lodash.template', 'xmldom']

function installed(): { name: string; version: string }[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, { version = '' }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), version }))
}

function isOlder(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) => text.split('.').map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

describe('the lock file', () => {
  test('names no download address', () => {
    expect(Object.values(lock.packages).filter((locked) => locked.resolved !== undefined && !locked.link)).toEqual([])
  })

  test('names the builds for every platform, so that a clean install works on each', () => {
    const names = new Set(installed().map(({ name }) => name))
    const optional = Object.values(lock.packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}))
    expect(optional.filter((name) => !names.has(name))).toEqual([])
  })

  test('holds no package below its minimum and none that is denied', () => {
    const packages = installed()
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(({ name, version }) => MINIMUMS[name] && isOlder(version, MINIMUMS[name]))).toEqual([])
    expect(packages.filter(({ name }) => DENIED.includes(name))).toEqual([])
  })

  test('keeps what only development needs out of what the site needs', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const development = Object.keys(manifest.devDependencies)
    expect(development).toEqual(expect.arrayContaining(['node', 'vitest', '@playwright/test', 'lighthouse']))
    expect(Object.keys(manifest.dependencies).filter((name) => development.includes(name))).toEqual([])
  })
})
