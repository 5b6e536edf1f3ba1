import { useState } from 'react'
import { COLUMN_ROLES, COLUMNS_ASKED } from '#src/contract/analytics-import.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { setRoles } from './backfill-store.ts'
import type { Role } from './ga4.ts'

const OPTIONS = Object.entries(COLUMN_ROLES)
const FIGURES = ['views', 'visitors', 'visits']

/** Asks what the columns of a Google Analytics export in another language are. */
export function ColumnRoles({ id, header }: { id: number; header: readonly string[] }) {
  const [roles, choose] = useState<Record<string, Role>>({})
  const hasFigure = Object.values(roles).some((role) => FIGURES.includes(role))
  return (
    <>
      <p className="max-w-prose">{COLUMNS_ASKED}</p>
      <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {header.filter(Boolean).map((column) => (
          <Select
            key={column}
            label={column}
            options={OPTIONS}
            value={roles[column] ?? 'none'}
            onChange={({ target }) => choose({ ...roles, [column]: target.value as Role })}
          />
        ))}
      </div>
      <Button size="sm" disabled={!hasFigure} onClick={() => void setRoles(id, roles)}>
        Read the file
      </Button>
    </>
  )
}
