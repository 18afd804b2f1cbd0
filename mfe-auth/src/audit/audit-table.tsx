import { auditLabel, type AuditRow } from '@atalaia/contracts/audit'
import { DataTable, ScrollBox, type TableColumn } from '@atalaia/ui'
import { actorText, factsText, targetText, timeText } from './audit-words.ts'

const named = () => ({ className: 'auth-audit__name' })

const COLUMNS: readonly TableColumn<AuditRow>[] = [
  { key: 'at', title: 'Quando', cell: ({ em }) => <time dateTime={em}>{timeText(em)}</time> },
  { key: 'act', title: 'O que foi feito', isRowHeader: true, cell: (row) => <Act row={row} /> },
  { key: 'actor', title: 'Quem', attributes: named, cell: ({ ator }) => actorText(ator) },
  { key: 'target', title: 'Alvo', attributes: named, cell: targetText },
  { key: 'network', title: 'Rede', cell: ({ ator }) => ator.rede },
  { key: 'number', title: 'Nº', align: 'end', cell: ({ numero }) => numero },
]

/** Newest first. Narrow pages scroll the table in its own box. */
export const AuditTable = ({ rows }: { readonly rows: readonly AuditRow[] }) => (
  <ScrollBox label="Registro da auditoria">
    <DataTable className="auth-audit__table" columns={COLUMNS} rows={rows} keyOf={({ numero }) => String(numero)} />
  </ScrollBox>
)

const Act = ({ row }: { readonly row: AuditRow }) => {
  const facts = factsText(row)
  return (
    <>
      {auditLabel(row.acao)}
      {facts !== '' && <p className="ui-muted">{facts}</p>}
    </>
  )
}
