import type { ImportAct, ImportCheck, ImportLine, ImportRow } from '#src/contract/analytics-import.ts'
import type { ImportStart } from '#src/contract/analytics-import-input.ts'
import type { Page } from '#src/contract/page.ts'
import { analyticsApi, ask } from '../../api.ts'

const imports = analyticsApi['analytics-imports']

/** What is out of date once rows were stored or deleted. */
export const STALE_IMPORTS = [['analytics-imports'], ['analytics']] as const

export const fetchImports = (cursor: { cursor?: string }): Promise<Page<ImportLine>> =>
  ask(() => imports.$get({ query: cursor }))

export const checkFile = (query: { sha256: string; fromDay: string; toDay: string }): Promise<ImportCheck> =>
  ask(() => imports.check.$get({ query }))

export const startImport = (json: ImportStart): Promise<ImportLine> => ask(() => imports.$post({ json }))

export const sendBatch = (id: string, json: { number: number; rows: ImportRow[] }): Promise<ImportLine> =>
  ask(() => imports[':id'].batches.$post({ param: { id }, json }))

export const actOnImport = ({ id, act }: { id: string; act: ImportAct }): Promise<ImportLine> =>
  ask(() => imports[':id'].acts.$post({ param: { id }, json: { act } }))
