import { namesOf } from '#src/contract/proposal-fields.ts'
import type { ProposalLine, ProposalState } from '#src/contract/vendor-proposal.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { fetchProposals } from './vendor-portal-calls.ts'

const ReviewDialog = lazyComponent(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

const Age = ({ at }: { at: number }) => <time title={formatMoment(at)}>{formatAge(at)}</time>

type ProposalColumn = Column<ProposalLine>
const vendor: ProposalColumn = { header: 'Vendor', cell: (line) => <OpenButton line={line} />, width: '26%' }
const fields: ProposalColumn = { header: 'Fields', cell: (line) => namesOf(line.fields) }
const by: ProposalColumn = {
  header: 'Proposed by',
  cell: ({ proposedBy }) => proposedBy ?? 'A contact who was deleted',
  width: '14rem',
}
const proposed: ProposalColumn = {
  header: 'Proposed',
  cell: ({ proposedAt }) => <Age at={proposedAt} />,
  width: '9.25rem',
}

/** What can be decided is a short list, which can be sorted. What is over grows without bound. (decision 0044) */
const COLUMNS: Record<ProposalState, readonly ProposalColumn[]> = {
  open: [
    { ...vendor, sortBy: ({ vendorName }) => vendorName },
    fields,
    { ...by, sortBy: ({ proposedBy }) => proposedBy },
    { ...proposed, sortBy: ({ proposedAt }) => proposedAt },
  ],
  decided: [
    vendor,
    fields,
    by,
    { header: 'Decided by', cell: ({ decidedBy }) => decidedBy, width: '12rem' },
    { header: 'Decided', cell: ({ decidedAt }) => decidedAt !== null && <Age at={decidedAt} />, width: '9.25rem' },
  ],
  withdrawn: [vendor, fields, by, proposed],
}

function OpenButton({ line: { id, vendorName } }: { line: ProposalLine }) {
  const [, set] = useUrlState('/admin/vendor-portal')
  return (
    <button
      type="button"
      onClick={() => set({ proposal: id }, { push: true })}
      className="min-h-6 max-w-full cursor-pointer text-left font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
    >
      {vendorName}
    </button>
  )
}

const EMPTY = {
  open: ['No proposals to review', 'Changes that vendors propose to their profile in the vendor portal appear here.'],
  decided: ['No decisions yet', 'Proposals that were accepted or returned appear here.'],
  withdrawn: ['No withdrawn proposals', 'Proposals that vendors withdrew appear here.'],
} as const

/** Proposals of vendors, those that wait for a decision first. */
export function ProposalsPanel() {
  const [{ proposal, proposals }, set] = useUrlState('/admin/vendor-portal')
  const state = proposals ?? 'open'
  const list = useList(['vendor-proposals', 'list', state], (cursor) => fetchProposals(state, cursor))
  const [title, sentence] = EMPTY[state]
  return (
    <>
      <Filters>
        <ChoiceFilter
          label="Show"
          options={[
            ['', 'Waiting'],
            ['decided', 'Decided'],
            ['withdrawn', 'Withdrawn'],
          ]}
          value={proposals}
          onChange={(next) => set({ proposals: next })}
        />
      </Filters>
      <DataTable
        what="proposals"
        list={list}
        columns={COLUMNS[state]}
        getName={({ vendorName }) => vendorName}
        empty={<Empty title={title}>{sentence}</Empty>}
      />
      {proposal && <ReviewDialog key={proposal} id={proposal} onClose={() => set({ proposal: undefined })} />}
    </>
  )
}
