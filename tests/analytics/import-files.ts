import { strToU8, zipSync } from 'fflate'
import { expect } from 'vitest'
import type { Role } from '#src/admin/screens/analytics-backfill/ga4.ts'
import type { FileSource } from '#src/admin/screens/analytics-backfill/open-file.ts'
import { type ReadFile, readImportFile } from '#src/admin/screens/analytics-backfill/read-file.ts'
import type { ImportDimension } from '#src/contract/analytics-import.ts'
import { IMPORT_REFUSED, type RefusalKey } from '#src/contract/analytics-import-refusals.ts'

export const CONTEXT = { today: '2026-11-20', zone: 'UTC', sha256: 'ab'.repeat(32) }

/** A file of these bytes, in chunks as browsers give them. */
export function fileOf(content: string | Uint8Array<ArrayBuffer>, name = 'export.csv'): FileSource {
  const blob = new Blob([content])
  return { name, size: blob.size, stream: () => blob.stream() }
}
/** A zip with these texts. */
export const zipOf = (files: Record<string, string>, name = 'export.zip') =>
  fileOf(
    new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([at, text]) => [at, strToU8(text)])))),
    name,
  )

/** Reads a file, or a text as one, on the day of `CONTEXT`. */
export const read = (file: FileSource | string, more: Partial<typeof CONTEXT> = {}, roles?: Record<string, Role>) =>
  readImportFile(typeof file === 'string' ? fileOf(file) : file, { context: { ...CONTEXT, ...more }, roles })
/** The rows as `day dimension value figures`. */
export const linesOf = ({ rows }: ReadFile, dimension?: ImportDimension) =>
  rows
    .filter((row) => !dimension || row.dimension === dimension)
    .map(({ day, dimension: of, value, visitors, visits, views, seconds, bounces }) =>
      [day, of, value, ...[visitors, visits, views, seconds, bounces].map((figure) => figure ?? '-')]
        .join(' ')
        .replace('  ', ' '),
    )
/** The file is refused with the words of this key. */
export const refusal = async (file: FileSource | string, key: RefusalKey) => {
  await expect(read(file)).rejects.toMatchObject({ name: 'ImportRefused', key, message: IMPORT_REFUSED[key].why })
}
