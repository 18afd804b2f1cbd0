import { auditLabel, type AuditRow } from '@atalaia/contracts/audit'
import { ScrollBox } from '@atalaia/ui'
import { actorText, factsText, targetText, timeText } from './audit-words.ts'

/** Acts, the newest first. Narrow pages scroll the table in its own box. */
export const AuditTable = ({ rows }: { readonly rows: readonly AuditRow[] }) => (
  <ScrollBox label="Registro da auditoria">
    <table className="ui-table auth-audit__table">
      <thead>
        <tr>
          <th scope="col">Quando</th>
          <th scope="col">O que foi feito</th>
          <th scope="col">Quem</th>
          <th scope="col">A quê</th>
          <th scope="col">Rede</th>
          <th scope="col" className="ui-table__number">
            Nº
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.numero} row={row} />
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

const Row = ({ row }: { readonly row: AuditRow }) => {
  const facts = factsText(row)
  return (
    <tr>
      <td>
        <time dateTime={row.em}>{timeText(row.em)}</time>
      </td>
      <th scope="row">
        {auditLabel(row.acao)}
        {facts !== '' && <p className="ui-muted">{facts}</p>}
      </th>
      <td className="auth-audit__name">{actorText(row.ator)}</td>
      <td className="auth-audit__name">{targetText(row)}</td>
      <td>{row.ator.rede ?? ''}</td>
      <td className="ui-table__number">{row.numero}</td>
    </tr>
  )
}
