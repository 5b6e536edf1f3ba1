import { readdir } from 'node:fs/promises'

/** Every page of a release as a path, `/` first. */
export async function publicPages(release: string): Promise<string[]> {
  const files = (await readdir(release, { recursive: true })).filter((file) => file.endsWith('.html'))
  if (files.length === 0) throw new Error(`There is no page in ${release}`)
  return files.map((file) => `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '')}`).sort()
}

/** The same with the page of one event standing for all of them. */
export async function onePageOfEach(release: string, slug: string): Promise<string[]> {
  const paths = await publicPages(release)
  const own = `/event/${slug}`
  if (!paths.includes(own)) throw new Error(`The release has no page ${own}`)
  return paths.filter((path) => path === own || !path.startsWith('/event/'))
}
