import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '')
const compose = read('compose.yaml')

const service = z.object({
  image: z.string(),
  restart: z.literal('unless-stopped'),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).nonempty(),
  networks: z.union([z.array(z.string()), z.object({ front: z.object({ ipv4_address: z.string() }) })]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const { services, volumes, networks } = z
  .object({
    services: z.object({ app: service, db: service, caddy: service }),
    volumes: z.record(z.string(), z.null()),
    networks: z.object({ front: z.unknown(), back: z.object({ internal: z.literal(true) }) }),
  })
  .parse(parse(compose))
const checked = read('src/platform/env.ts') + read('src/platform/env-values.ts')
const known = new Set([...checked.matchAll(/^ {2,4}([A-Z][A-Z_]+): /gm)].map((match) => match[1]))
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, text]) => text)

describe('the container', () => {
  test('runs as a user without rights, with a check of its health and an orderly end', () => {
    expect(instructions('USER')).toEqual(['node'])
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/api\/health/m)
    expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(instructions('VOLUME')).toEqual(['["/data", "/backups"]'])
    expect(instructions('EXPOSE')).toEqual(['8888'])
  })

  test('starts as `npm start` does, without npm', () => {
    const command: string[] = JSON.parse(instructions('CMD')[0] ?? '')
    const { scripts } = JSON.parse(read('package.json'))
    expect(scripts.start).toContain(`exec ${command.join(' ')}`)
  })

  test('sets only variables that the product or Node reads', () => {
    const set = [...(instructions('ENV')[0] ?? '').matchAll(/(\w+)=/g)].map((match) => match[1])
    expect(set.filter((name) => !known.has(name))).toEqual(['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'])
  })

  test('leaves secrets, data and history out of the image', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '.data', '.git', '**/node_modules']))
  })
})

describe('the services', () => {
  test('come from images with a version', () => {
    const images = [...Object.values(services).map(({ image }) => image), ...instructions('FROM')]
    expect(images).toHaveLength(5)
    for (const image of images) expect(image).toMatch(/^[\w-]+:(?!latest)[\w.-]+( AS \w+)?$/)
  })

  test('give the product variables that it reads', () => {
    expect(known.size).toBeGreaterThan(20)
    expect(Object.keys(services.app.environment).filter((name) => !known.has(name))).toEqual([])
  })

  test('give the product every variable of the README that is not for another way to run it', () => {
    const given = new Set([
      ...Object.keys(services.app.environment),
      ...(instructions('ENV')
        .join(' ')
        .match(/[A-Z_]+(?==)/g) ?? []),
    ])
    const table = read('README.md').split('## Environment')[1]?.split('\n## ')[0] ?? ''
    const documented = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_]{4,}/g) ?? [],
    )
    expect(documented.length).toBeGreaterThan(25)
    const elsewhere = {
      netlify: ['NETLIFY_API_TOKEN', 'SITE_ID', 'BUILD_HOOK_URL'],
      demo: ['OWNER_EMAIL', 'OWNER_PASSWORD', 'CLOCK'],
      tests: ['GOOGLE_ISSUER', 'BUILD_NOW', 'CHROME_PATH', 'SHOP', 'STRIPE_URL'],
    }
    expect(documented.filter((name) => !given.has(name)).toSorted()).toEqual(Object.values(elsewhere).flat().toSorted())
  })

  test('hold no secret', () => {
    const secrets = /password|secret|keys|smtp/i
    for (const { environment } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment).filter(([key]) => secrets.test(key))) {
        expect(`${name} ${value}`).toMatch(/^\w+ \$\{\w+:[-?][^}]*\}$/)
      }
    }
    expect(compose).not.toMatch(/:\/\/\w+:(?!\$\{)/)
    expect(read('.env.example')).not.toMatch(/^\w+=./m)
  })

  test('keep ports to themselves, but for 80 and 443 of Caddy', () => {
    expect([services.app.ports, services.db.ports]).toEqual([undefined, undefined])
    expect(services.caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    expect([services.db.networks, networks.back.internal]).toEqual([['back'], true])
  })

  test('trust Caddy alone', () => {
    expect(services.caddy.networks).toEqual({ front: { ipv4_address: services.app.environment.TRUSTED_PROXIES } })
    expect(read('Caddyfile')).toContain('reverse_proxy app:8888')
  })

  test('keep their data in volumes', () => {
    expect(services.app.volumes).toEqual(['data:/data', 'backups:/backups'])
    expect(services.db.volumes).toEqual(['database:/var/lib/postgresql'])
    expect(services.db.healthcheck?.test.join(' ')).toContain('pg_isready')
    const named = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''))
    expect(named.filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort())
  })
})
